public import struct Foundation.Date

/// Time as servers tell it: dates in `Retry-After`, expiry, logs.
///
/// It can be set back or jump, so nothing waits by it.
public protocol WallClock: Sendable {
  /// The date and time it is.
  func now() -> Date
}
