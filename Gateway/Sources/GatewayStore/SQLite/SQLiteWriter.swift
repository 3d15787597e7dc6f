/// The one that writes; its transactions follow each other.
public actor SQLiteWriter: StoreWriter {
  private let executor = ThreadExecutor()
  private let connection: SQLiteConnection

  /// Runs on a thread of its own: a commit waits for the disk.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  init(_ connection: sending SQLiteConnection) {
    self.connection = connection
  }

  /// Runs `body` in one transaction; it cannot wait, so the actor lets no other one in.
  public func transact<Result: Sendable>(
    _ body: @Sendable (any StoreTransaction) throws -> Result
  ) throws -> Result {
    try connection.transaction { try body(SQLiteTransaction(connection: connection)) }
  }
}
