internal import MaruContract

/// How long a stream waits before it connects again.
///
/// The wait is what the server asks for (`retry`, or `Retry-After` of a refusal), and on top of it a
/// part drawn between zero and a bound that doubles with each failure (full jitter): thousands of
/// clients that lose a server at once do not come back at once.
public struct ReconnectPolicy: Sendable, Hashable {
  /// The bound of the first wait; each further one doubles it. 1 second.
  public var baseDelay: Duration = .seconds(1)
  /// What the bound grows to at most. 30 seconds.
  public var maximumDelay: Duration = .seconds(30)
  /// How long a server may have the stream wait at most, by `retry` or `Retry-After`. 15 minutes: what is
  /// asked beyond it is milliseconds that were meant as seconds, or an outage whose end nobody knew; a
  /// stream that would believe a number without end is gone without having ended, and asking each
  /// quarter of an hour is no burden. A wait that is cut is drawn out by the jitter like any other.
  public var maximumServerDelay: Duration = .seconds(900)
  /// How long a connection must have been open so that the next loss counts as the first. 30 seconds:
  /// a server that lets everybody in and throws them out again must not be asked each second.
  public var stableAfter: Duration = .seconds(30)
  /// How many failures in a row end the stream; nil, the default: none does.
  public var maximumFailures: Int?

  /// The policy that each property names.
  public init() {}

  /// The bound of the wait after the n-th failure in a row, from 1.
  package func bound(afterFailure number: Int) -> Duration {
    let factor = 1 << min(max(number - 1, 0), 20)
    // Compared before it is multiplied: a duration that overflows ends the process.
    return baseDelay < maximumDelay / factor ? baseDelay * factor : maximumDelay
  }
}

/// What a stream does when the server ends a connection without an error.
public enum CleanEnd: Sendable, Hashable {
  /// It connects again, as the standard says (WHATWG HTML §9.2.3): for streams that have no end.
  case reconnect
  /// It ends: for streams that tell one thing, as the answer to a question.
  case finish
}
