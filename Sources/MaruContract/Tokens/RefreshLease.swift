/// Lets one process at a time refresh: for an app and its extension, which share one record.
///
/// Without it two processes can send the same refresh token, which servers without grace take for
/// theft. The session reads the record after it has the lease, so what another process has stored
/// meanwhile is used.
public protocol RefreshLease: Sendable {
  /// Waits until no other process holds the lease, then holds it.
  ///
  /// A process that dies gives it back, as a file lock does.
  /// - Parameter limit: how long to wait at most.
  /// - Throws: anything if it was not got; the refresh is then tried again later.
  func acquire(within limit: Duration) async throws

  /// Gives it back.
  func release() async
}
