public import MaruContract
internal import MaruURLSession

#if os(Linux)
  internal import MaruCurl
#endif

/// Which of the platform's transports a client's calls go over.
public struct PlatformTransport: Sendable {
  let make: @Sendable () throws(CallError) -> any Transport

  /// The platform's own: libcurl on Linux, URLSession on Apple's platforms.
  public static var standard: PlatformTransport { .standard(pins: nil) }

  /// The platform's own, with pins.
  ///
  /// - Parameter pins: which servers' keys are insisted on; nil: whom the system trusts is trusted.
  public static func standard(pins: PinPolicy?) -> PlatformTransport {
    #if os(Linux)
      PlatformTransport { () throws(CallError) in
        try CurlTransport(.init(trust: .system), pins: pins)
      }
    #else
      urlSession(pins: pins)
    #endif
  }

  /// URLSession; on Linux `Documentation/Transports.md` tells what it can't promise there.
  ///
  /// - Parameters:
  ///   - pins: which servers' keys are insisted on. On Linux it has none, and making the client fails.
  ///   - maximumBufferedBytes: how many bytes of a body may wait for their reader, for each call.
  public static func urlSession(
    pins: PinPolicy? = nil, maximumBufferedBytes: Int = 32 << 20
  ) -> PlatformTransport {
    PlatformTransport { () throws(CallError) in
      try URLSessionTransport(
        .init(maximumBufferedBytes: maximumBufferedBytes), pins: pins, clock: SystemClock())
    }
  }
}
