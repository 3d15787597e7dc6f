public import struct Foundation.Date

/// The part of a store that only looks.
public protocol StoreReader: Sendable {
  /// Whether the database can be read now.
  func answers() async throws -> Bool

  /// The user's todos that fit, newest first.
  ///
  /// - Parameter place: a page's `next`; nil for the first page.
  func todos(
    of user: String, _ filter: TodoFilter, before place: Int64?, limit: Int
  ) async throws -> TodoPage

  /// One todo; nil if the user has none of this id.
  func todo(id: String, of user: String) async throws -> Todo?

  /// The user's categories, oldest first.
  ///
  /// - Parameter place: a page's `next`; nil for the first page.
  func categories(
    of user: String, behind place: Int64?, limit: Int
  ) async throws -> CategoryPage

  /// One category; nil if the user has none of this id.
  func category(id: String, of user: String) async throws -> Category?

  /// What happened to a user's todos and categories behind a place in the order of commits.
  func changes(of user: String, after sequence: Int64, limit: Int) async throws -> [Change]

  /// The place of a user's last change; 0 if there is none.
  func lastChange(of user: String) async throws -> Int64

  /// The place of the last change of all users; 0 if there is none.
  func lastChange() async throws -> Int64

  /// What happened to anybody's todos and categories behind a place, in the order of commits.
  func changes(after sequence: Int64, limit: Int) async throws -> [OwnedChange]

  /// How many changes of a user are behind a place; not counted further than `most`.
  func countChanges(of user: String, after sequence: Int64, atMost most: Int) async throws -> Int

  /// What a key was answered; nil if it is unknown or has expired.
  func answer(toKey key: String, of user: String, at now: Date) async throws -> StoredAnswer?

  /// The user who signs in with a name.
  func user(named name: String) async throws -> User?

  /// What an access token stands for; nil if it is unknown or has expired, or if its session has
  /// ended.
  func grant(ofAccessToken hash: [UInt8], at now: Date) async throws -> AccessGrant?

  /// Those of the access tokens that are neither unknown nor expired, and whose sessions go on.
  func goodTokens(among hashes: [[UInt8]], at now: Date) async throws -> Set<[UInt8]>

  /// A user's sessions that have neither ended nor expired, last used first.
  func sessions(of user: String, at now: Date, limit: Int) async throws -> [Session]
}

/// Which todos are asked for.
public struct TodoFilter: Hashable, Sendable {
  /// Only those in this state; nil for both.
  public var isDone: Bool?
  /// Only those of this category; nil for all.
  public var categoryID: String?

  /// All of them, unless something is given.
  public init(isDone: Bool? = nil, categoryID: String? = nil) {
    self.isDone = isDone
    self.categoryID = categoryID
  }
}

/// Part of a list, and where the next part begins.
public struct TodoPage: Hashable, Sendable {
  /// The todos, newest first.
  public let todos: [Todo]
  /// What to give as `before` for the next part; nil if this is the last.
  public let next: Int64?
  /// The place of the user's last change when the list was read, or of one before it: a list that is
  /// newer than its name costs one more reading, an older one would lie.
  public let lastChange: Int64

  /// Makes a page.
  public init(todos: [Todo], next: Int64?, lastChange: Int64) {
    self.todos = todos
    self.next = next
    self.lastChange = lastChange
  }
}

/// Part of the list of categories, and where the next part begins.
public struct CategoryPage: Hashable, Sendable {
  /// The categories, oldest first.
  public let categories: [Category]
  /// What to give as `behind` for the next part; nil if this is the last.
  public let next: Int64?

  /// Makes a page.
  public init(categories: [Category], next: Int64?) {
    self.categories = categories
    self.next = next
  }
}
