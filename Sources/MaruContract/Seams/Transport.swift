/// What carries one request to a server and one response back.
///
/// A transport decides nothing: it does not follow redirects, keep cookies, read `.netrc`, use
/// proxies of the environment, send again by itself or keep a cache. What it must do is proven by
/// the transport contract suite of MaruTesting, which implementers run on their own.
public protocol Transport: Sendable {
  /// Sends a request and hands the response to `receive` while its body arrives.
  ///
  /// Returns only when all that the call has started is over: `receive` has ended, and the
  /// connection is given back or closed. Cancelling the task, an error that `receive` throws and
  /// leaving the body unread take the same way out, at once.
  ///
  /// - Parameters:
  ///   - request: what to send, without its body.
  ///   - body: the request's body.
  ///   - limits: how long and how much at most.
  ///   - receive: gets the response's head and body; interim (1xx) responses are passed over.
  /// - Throws: ``TransportFailure`` if there was no whole response, `CancellationError` if the task
  ///   was cancelled, or what `receive` has thrown.
  func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value

  /// Takes no more requests, lets running ones end as `mode` says, and frees what it holds.
  ///
  /// Returns when no request is running. May be called again.
  func shutdown(_ mode: ShutdownMode) async
}

/// What becomes of running calls when their client is shut down.
public enum ShutdownMode: Hashable, Sendable {
  /// They finish.
  case finishing
  /// They end at once, with the error code ``CallError/Code/shutDown``.
  case cancelling
}
