/// What became of a write that failed.
///
/// Cancelling a call stops waiting for it; it does not take back what was sent. Ask the server by
/// the idempotency key.
@nonexhaustive
public enum WriteOutcome: String, Sendable, Hashable {
  /// It never left: sending it again is safe.
  case notSent
  /// The server turned it away (4xx, or a redirect that was not followed): nothing was done.
  case refused
  /// It was sent and nobody knows: no answer, a 5xx, or an answer that can't be read.
  case unknown
}
