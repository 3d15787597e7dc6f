public import struct Foundation.Date

/// The one that looks; it sees every commit that was acknowledged before it is asked.
public actor SQLiteReader: StoreReader {
  private let executor = ThreadExecutor()
  private let connection: SQLiteConnection

  /// Runs on a thread of its own: a query may wait for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(_ connection: sending SQLiteConnection) {
    self.connection = connection
  }

  /// Reads the file's first page.
  public func answers() throws -> Bool {
    try connection.query("SELECT count(*) FROM sqlite_schema") { $0.int(0) } != [0]
  }

  /// Reads one todo more than asked for, which tells whether there is a next page.
  public func todos(
    of user: String, _ filter: TodoFilter, before place: Int64?, limit: Int
  ) throws -> TodoPage {
    let lastChange = try lastChange(of: user)
    let found = try connection.todos(
      of: user, filter, before: place ?? .max, limit: limit + 1)
    return TodoPage(
      todos: found.prefix(limit).map(\.todo),
      next: found.count > limit ? found[limit - 1].place : nil, lastChange: lastChange)
  }

  /// One todo.
  public func todo(id: String, of user: String) throws -> Todo? {
    try connection.todo(id: id, of: user)
  }

  /// Reads one category more than asked for, as with todos.
  public func categories(
    of user: String, behind place: Int64?, limit: Int
  ) throws -> CategoryPage {
    let found = try connection.categories(of: user, behind: place ?? 0, limit: limit + 1)
    return CategoryPage(
      categories: found.prefix(limit).map(\.category),
      next: found.count > limit ? found[limit - 1].place : nil)
  }

  /// One category.
  public func category(id: String, of user: String) throws -> Category? {
    try connection.category(id: id, of: user)
  }

  /// What happened behind a place.
  public func changes(
    of user: String, after sequence: Int64, limit: Int
  ) throws -> [Change] {
    try connection.changes(of: user, after: sequence, limit: limit)
  }

  /// One look into an index.
  public func lastChange(of user: String) throws -> Int64 {
    try connection.query(
      "SELECT coalesce(max(sequence), 0) FROM changes WHERE user_id = ?", .text(user)
    ) { $0.integer(0) }.first ?? 0
  }

  /// One look at the table's end.
  public func lastChange() throws -> Int64 { try connection.lastChange() }

  /// What happened behind a place, whoever did it.
  public func changes(after sequence: Int64, limit: Int) throws -> [OwnedChange] {
    try connection.changes(after: sequence, limit: limit)
  }

  /// How many changes are behind a place.
  public func countChanges(
    of user: String, after sequence: Int64, atMost most: Int
  ) throws -> Int {
    try connection.countChanges(of: user, after: sequence, atMost: most)
  }

  /// What a key was answered.
  public func answer(toKey key: String, of user: String, at now: Date) throws -> StoredAnswer? {
    try connection.answer(toKey: key, of: user, at: now)
  }

  /// The user who signs in with a name.
  public func user(named name: String) throws -> User? {
    try connection.user(where: "name", is: name)
  }

  /// What an access token stands for.
  public func grant(ofAccessToken hash: [UInt8], at now: Date) throws -> AccessGrant? {
    guard let found = try connection.accessToken(hash: hash, at: now) else { return nil }
    return found.family.isRevoked ? nil : found.grant
  }

  /// Those of the tokens that are good, by a look for each.
  public func goodTokens(among hashes: [[UInt8]], at now: Date) throws -> Set<[UInt8]> {
    Set(try hashes.filter { try grant(ofAccessToken: $0, at: now) != nil })
  }

  /// A user's sessions.
  public func sessions(of user: String, at now: Date, limit: Int) throws -> [Session] {
    try connection.sessions(of: user, at: now, limit: limit)
  }
}
