/// A moment of a clock that only goes forward.
///
/// It means nothing outside its process and nothing to a server: what expires on a server's word is
/// measured by ``WallClock``.
public struct MonotonicInstant: InstantProtocol, Sendable {
  /// Nanoseconds since the clock's start.
  public let nanoseconds: Int64

  /// Makes a moment.
  public init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// Whether one comes before the other.
  public static func < (one: Self, other: Self) -> Bool { one.nanoseconds < other.nanoseconds }

  /// The moment so much later; the last moment that can be told, if that is past it.
  public func advanced(by duration: Duration) -> Self {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    guard overflow else { return Self(nanoseconds: sum) }
    return Self(nanoseconds: duration < .zero ? .min : .max)
  }

  /// How long from this moment to the other.
  public func duration(to other: Self) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }
}

/// Time to wait by: goes on while the machine sleeps, and is never set back.
///
/// Handed in, so that tests decide what time it is.
public protocol MonotonicClock: Sendable {
  /// The moment it is.
  func now() -> MonotonicInstant

  /// Waits until a moment, or not at all if it has passed.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled.
  func sleep(until deadline: MonotonicInstant) async throws
}

extension Duration {
  /// The duration in nanoseconds, cut to what an `Int64` can hold (292 years).
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, overflow2) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum
  }
}
