#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// The machine's own monotonic time.
///
/// A breaking server is real sockets and real threads, so no clock is handed in to it.
enum PeerTime {
  /// How long it is since some moment before the process began.
  static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// A duration as the system's calls take it.
  static func systemTime(_ duration: Duration) -> timespec {
    let (seconds, attoseconds) = duration.components
    var time = timespec()
    time.tv_sec = time_t(seconds)
    time.tv_nsec = numericCast(attoseconds / 1_000_000_000)
    return time
  }

  /// A duration in the milliseconds of `poll`, rounded up so that nothing waits by turning.
  static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let rest = attoseconds / 1_000_000_000_000_000 + (attoseconds > 0 ? 1 : 0)
    return Int32(clamping: seconds.multipliedReportingOverflow(by: 1000).partialValue + rest)
  }
}
