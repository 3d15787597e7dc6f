internal import Foundation

/// The gateway's data in one SQLite file: one writer and one reader, each on its own thread.
public struct SQLiteStore: Store {
  /// Everything that changes something.
  public let writer: any StoreWriter
  /// Everything that only looks.
  public let reader: any StoreReader

  /// Opens a database, makes it if there is none, and brings it to today's shape.
  ///
  /// WAL with `synchronous=FULL`: a commit returns when the disk has it, so that neither a killed
  /// process nor a power cut loses what was acknowledged. `NORMAL` would be five times as fast, and
  /// lose the last commits with the power.
  ///
  /// Blocks: call it before serving begins.
  /// - Parameters:
  ///   - path: the database's file; `-wal` and `-shm` files appear beside it.
  ///   - migrates: whether an older shape is brought up; on by default, since nothing is lost by it.
  ///   - prepare: runs in a transaction before anyone else can see the database.
  /// - Throws: ``OutdatedSchema`` if the shape is older and stays so, and then nothing was touched;
  ///   ``StoreError`` if the file cannot be made, read or written.
  public init(
    path: String, migrates: Bool = true,
    prepare: (any StoreTransaction) throws -> Void = { _ in }
  ) throws {
    if !migrates {
      let missing = try Self.pendingMigrations(path: path)
      guard missing.isEmpty else { throw OutdatedSchema(missing: missing) }
    }
    let first = try Self.connectForWriting(path)
    try first.execute("PRAGMA journal_mode = WAL")
    _ = try Migrations.apply(to: first, upTo: Migrations.steps.count)
    // Sign-ins whose last token has expired; the tokens themselves go with the next sign-in.
    try first.execute(
      "DELETE FROM token_families WHERE id NOT IN (SELECT family_id FROM refresh_tokens)")
    try first.transaction { try prepare(SQLiteTransaction(connection: first)) }
    writer = SQLiteWriter(try Self.connectForWriting(path))
    reader = SQLiteReader(try SQLiteConnection(path: path, readOnly: true))
  }

  /// The names of the migrations that a database lacks: all if there is none. Makes nothing.
  ///
  /// - Throws: ``StoreError`` if the file cannot be read, or if a newer gateway has written it.
  public static func pendingMigrations(path: String) throws -> [String] {
    guard FileManager.default.fileExists(atPath: path) else { return Migrations.steps.map(\.name) }
    return try Migrations.pending(on: try SQLiteConnection(path: path, readOnly: true))
  }

  /// Brings a database to today's shape, and makes it if there is none.
  ///
  /// Another gateway may use it meanwhile, as far as the old one can live with the new shape.
  /// - Returns: the names of the migrations that were made.
  /// - Throws: ``StoreError``.
  public static func migrate(path: String) throws -> [String] {
    try migrate(path: path, upTo: Migrations.steps.count)
  }

  /// The same, but not further than a version: how tests come by an older database.
  package static func migrate(path: String, upTo version: Int) throws -> [String] {
    let connection = try connectForWriting(path)
    try connection.execute("PRAGMA journal_mode = WAL")
    return try Migrations.apply(to: connection, upTo: version)
  }

  private static func connectForWriting(_ path: String) throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: path)
    // These two hold for the connection, not for the file.
    try connection.execute("PRAGMA synchronous = FULL")
    try connection.execute("PRAGMA foreign_keys = ON")
    return connection
  }
}

/// The database's shape is older than this gateway, which was told to leave it.
public struct OutdatedSchema: Error, Hashable, Sendable {
  /// The names of the migrations that it lacks.
  public let missing: [String]

  /// Makes the error.
  public init(missing: [String]) {
    self.missing = missing
  }
}
