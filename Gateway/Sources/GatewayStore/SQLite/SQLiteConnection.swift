internal import CSQLite

/// A connection to one database file, with the statements that it has prepared.
///
/// Not `Sendable` on purpose: it lives inside one actor.
final class SQLiteConnection {
  private let database: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  init(path: String, readOnly: Bool = false) throws(StoreError) {
    var opened: OpaquePointer?
    let access = readOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    // NOMUTEX: the actor already sees to it that one thread at a time is in here.
    let status = sqlite3_open_v2(path, &opened, access | SQLITE_OPEN_NOMUTEX, nil)
    guard status == SQLITE_OK, let opened else {
      let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
      sqlite3_close_v2(opened)
      throw StoreError(code: status, message: message)
    }
    database = opened
    sqlite3_extended_result_codes(database, 1)
    sqlite3_busy_timeout(database, 5000)
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(database)
  }

  /// Runs statements without parameters or results.
  func execute(_ sql: String) throws(StoreError) {
    guard sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// Runs one statement; returns how many rows it changed.
  @discardableResult
  func run(_ sql: String, _ values: SQLiteValue...) throws(StoreError) -> Int {
    _ = try rows(sql, values) { _ in }
    return Int(sqlite3_changes(database))
  }

  /// Every row of a query.
  func query<Element>(
    _ sql: String, _ values: SQLiteValue..., row: (SQLiteRow) -> Element
  ) throws(StoreError) -> [Element] {
    try rows(sql, values, row: row)
  }

  private func rows<Element>(
    _ sql: String, _ values: [SQLiteValue], row: (SQLiteRow) -> Element
  ) throws(StoreError) -> [Element] {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      guard value.bind(to: statement, at: Int32(index + 1)) == SQLITE_OK else { throw failure() }
    }
    var elements: [Element] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_DONE: return elements
      case SQLITE_ROW: elements.append(row(SQLiteRow(statement: statement)))
      default: throw failure()
      }
    }
  }

  /// Runs `body` in one transaction that has the write lock from its first step on, so that what
  /// it reads is still so when it writes.
  ///
  /// Nothing in it may wait: the actor would let another transaction in.
  func transaction<Result>(_ body: () throws -> Result) throws -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // It may have rolled back by itself; then this fails, and that is well.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// The row id of the last insert: in a table with AUTOINCREMENT, its sequence number.
  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(database) }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let status = sqlite3_prepare_v3(
      database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard status == SQLITE_OK, let statement else { throw failure() }
    statements[sql] = statement
    return statement
  }

  private func failure() -> StoreError {
    StoreError(
      code: sqlite3_extended_errcode(database), message: String(cString: sqlite3_errmsg(database)))
  }
}
