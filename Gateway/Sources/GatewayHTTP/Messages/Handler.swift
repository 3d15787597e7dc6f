/// Answers requests; the one seam between the HTTP server and what it serves.
///
/// Runs on the connection's event loop: it must not block, and what takes long hops elsewhere.
public protocol Handler: Sendable {
  /// Answers one request. A client that leaves does not cancel it: a write that began is finished.
  func respond(to request: Request) async -> Response
}
