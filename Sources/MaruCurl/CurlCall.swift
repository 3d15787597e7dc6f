#if os(Linux)
  internal import MaruContract
  internal import MaruHTTP
  internal import MaruSystem

  /// One request on its way, shared by the caller's task and the loop's thread.
  final class CurlCall: Sendable {
    /// What is sent.
    let request: TransportRequest
    /// The body, if it is at hand.
    let content: CurlContent
    /// What to give the body's type as, unless the request's headers do.
    let contentType: String?
    /// How long and how much at most.
    let limits: TransportLimits
    /// The limits of time, as the loop judges them.
    let deadline: CurlDeadline
    /// When it was asked for.
    let started: Int64
    /// The keys that the server may have, in libcurl's form; nil: any that is trusted.
    let pins: String?
    /// What has come.
    let exchange: Locked<CurlExchange>
    // nonisolated(unsafe): only the loop's thread touches it.
    nonisolated(unsafe) var handle: CurlHandle?

    init(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits, started: Int64,
      pins: String? = nil
    ) {
      self.request = request
      self.limits = limits
      deadline = CurlDeadline(limits)
      self.started = started
      self.pins = pins
      contentType = body.mediaType?.description
      content = CurlContent(body)
      exchange = Locked(CurlExchange())
    }
  }

  /// The body of a request, as the loop reads it.
  enum CurlContent: Sendable {
    case none
    case bytes([UInt8])
    case stream(CurlUpload)

    init(_ body: RequestBody) {
      switch body.content {
      case .none: self = .none
      case .bytes(let bytes): self = .bytes(bytes)
      case .stream(0, _, _): self = .bytes([])
      case .stream(let length, _, _): self = .stream(CurlUpload(length: length))
      }
    }
  }
#endif
