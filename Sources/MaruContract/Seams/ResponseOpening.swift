public import MaruHTTP

/// What opens a response that goes on for as long as it is read, as an event stream's.
///
/// A client does for it what it does for a call, once: credential, one refresh after a 401,
/// redirects, judging of the head. It does not send again: whoever reads knows where to go on.
public protocol ResponseOpening: CallSending {
  /// Opens a response and hands it out while its body arrives.
  ///
  /// Returns when the connection is gone or free again. Cancelling the task, and an error of
  /// `receive`, end it at once. So does any shutdown of the client, since it would never end by
  /// itself.
  ///
  /// - Parameters:
  ///   - endpoint: what to ask. Its deadline is for the opening alone.
  ///   - terms: what must come, and how often.
  ///   - context: on whose behalf.
  ///   - receive: gets the head and the body of a 200 of the right type, once at most.
  /// - Returns: how it ended, if nothing failed.
  /// - Throws: ``CallError``, or `CancellationError` if and only if the task was cancelled.
  func open(
    _ endpoint: Endpoint<Void>, terms: OpeningTerms, context: CallContext,
    receive: @escaping @Sendable (TransportResponse, any TransportBody) async throws -> Void
  ) async throws -> OpeningEnd
}

/// What is asked of a response that goes on.
public struct OpeningTerms: Sendable, Hashable {
  /// The type that it must have; becomes `Accept`.
  public var accepts: MediaType
  /// How long it may be silent; nil: as long as it likes.
  public var idle: Duration?

  /// Makes terms.
  public init(accepts: MediaType, idle: Duration?) {
    self.accepts = accepts
    self.idle = idle
  }
}

/// How a response that goes on has ended, if nothing failed.
public enum OpeningEnd: Sendable, Hashable {
  /// The server has nothing to send and says so (204).
  case noContent
  /// The response was read, or left, without an error.
  case ended
}
