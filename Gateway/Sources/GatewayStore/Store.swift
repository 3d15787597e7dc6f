/// The gateway's data: the seam behind which another database can take SQLite's place.
///
/// What an implementation owes, besides the signatures: a commit that was acknowledged is kept,
/// whatever happens to the process; a reader sees every commit that was acknowledged before it is
/// asked; changes are numbered in the order of commits. `StoreTests` holds implementations to it.
public protocol Store: Sendable {
  /// Everything that changes something.
  var writer: any StoreWriter { get }
  /// Everything that only looks.
  var reader: any StoreReader { get }
}

/// The part of a store that changes something.
public protocol StoreWriter: Sendable {
  /// Runs `body` in one transaction that no other one comes into; what it throws undoes everything.
  ///
  /// `body` cannot wait: a database that answers over a network runs it on a thread of its own.
  /// Not cancellable: once it runs it commits or fails.
  /// - Throws: what `body` throws, or ``StoreError``.
  func transact<Result: Sendable>(
    _ body: @Sendable (any StoreTransaction) throws -> Result
  ) async throws -> Result
}
