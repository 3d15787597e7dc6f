internal import Maru
internal import MaruDiagnostics
internal import MaruURLSession

#if os(Linux)
  internal import MaruCurl
#endif

/// What carries the tour's calls.
package enum TourTransport: String, Hashable, Sendable {
  /// libcurl, which is Linux's own.
  case curl
  /// URLSession.
  case urlSession = "urlsession"

  /// The platform's own.
  static var standard: TourTransport {
    #if os(Linux)
      .curl
    #else
      .urlSession
    #endif
  }

  /// Whether a reader that stops holds the server back; nil where that was not measured.
  ///
  /// `Documentation/Transports.md` has the measurements.
  var holdsServersBack: Bool? {
    #if os(Linux)
      self == .curl
    #else
      self == .curl ? true : nil
    #endif
  }

  /// A recorder of what it carries.
  func recorder() -> ExchangeRecorder {
    var limits = RecordingLimits()
    // Some chapters make hundreds of calls at once, and all of the tour is to be in it.
    limits.exchanges = 10_000
    limits.bytes = 33_554_432
    return ExchangeRecorder(
      client: self == .curl ? .curl : .urlSession, limits: limits, clock: SystemClock(),
      wallClock: SystemWallClock(), random: SystemRandom())
  }

  /// A new one.
  func make() throws(CallError) -> any Transport {
    #if os(Linux)
      if self == .curl { return try CurlTransport(.init(trust: .system)) }
    #endif
    return try URLSessionTransport(clock: SystemClock())
  }
}
