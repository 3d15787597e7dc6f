internal import MaruContract
internal import MaruHTTP

/// One request and its response on the fake network: plays the server's acts as they are asked for.
///
/// Confined to the task that performs the request.
final class FakeExchange: TransportBody, @unchecked Sendable {
  // @unchecked: only the task that performs the request touches it, one call after the other; the
  // contract allows one reader at a time.

  private let transport: FakeTransport
  private let request: TransportRequest
  private let requestBody: RequestBody
  private let limits: TransportLimits
  private let tag: Int
  private let start: MonotonicInstant
  private let fault: NetworkFaults.Fault
  private let splits: Bool
  private var acts: [ServerAct] = []
  private var hasArrived = false
  private var isOver = false
  /// Bytes of the current act that are not delivered yet.
  private var rest: ArraySlice<UInt8> = []
  private var fill = 0
  private var promised: Int?
  private var delivered = 0
  private var sent = 0
  private let isHead: Bool

  init(
    transport: FakeTransport, request: TransportRequest, body: RequestBody,
    limits: TransportLimits, tag: Int
  ) {
    self.transport = transport
    self.request = request
    self.requestBody = body
    self.limits = limits
    self.tag = tag
    start = transport.clock.now()
    fault = transport.faults.draw(from: transport.random)
    splits = transport.faults.split > 0 && transport.random.happens(percent: transport.faults.split)
    isHead = request.method == .head
  }

  /// Its method and path without a query, for reports.
  var name: String {
    let address = request.url.string
    let host = address.firstRange(of: "://")?.upperBound ?? address.startIndex
    let path = address[host...].drop { $0 != "/" }.prefix { $0 != "?" }
    return "\(request.method.rawValue) \(path)"
  }

  var expectedLength: Int? { promised.map { max($0 - delivered, 0) } }

  var metrics: AttemptMetrics {
    var metrics = AttemptMetrics()
    metrics.total = start.duration(to: transport.clock.now())
    metrics.bytesSent = sent
    metrics.bytesReceived = delivered
    metrics.protocolName = "fake"
    return metrics
  }

  // MARK: The head

  func head() async throws -> TransportResponse {
    guard request.url.origin.scheme == .https || request.url.origin.isLoopback else {
      throw failure(.blockedByPolicy, "plain http is only ever allowed to this machine")
    }
    if fault == .unreachable {
      try await pass(latency())
      throw failure(.unreachable, "the fake network has no connection")
    }
    let bytes = try await readRequestBody()
    if fault == .dropBeforeSend {
      try await pass(latency())
      throw failure(.connectionLost, "the fake network lost the request")
    }
    try await travel(bytes)
    if fault == .dropAfterWork {
      try await pass(latency())
      throw failure(.connectionLost, "the fake network lost the answer")
    }
    if fault == .stall { try await hold() }
    try await pass(latency(), phase: .firstByte)
    while let act = acts.first {
      acts.removeFirst()
      switch act {
      case .head(100...199, _): continue
      case .head(let status, let fields):
        return try began(status: status, fields: fields)
      case .pause(let duration): try await pass(duration, phase: .firstByte)
      case .hold: try await hold()
      case .cut, .reset: throw failure(.connectionLost, "the connection ended before the answer")
      case .body, .fill, .end:
        throw failure(.malformedResponse, "expected a status line, found a body")
      }
    }
    throw failure(.connectionLost, "the connection ended before the answer")
  }

  private func began(status: Int, fields: HeaderFields) throws -> TransportResponse {
    let size = fields.reduce(17) { $0 + $1.name.rawValue.utf8.count + $1.value.utf8.count + 4 }
    guard size <= limits.maximumHeadBytes else {
      throw failure(.headersTooLarge, "the head has more than \(limits.maximumHeadBytes) bytes")
    }
    if isHead || status == 204 || status == 304 {
      isOver = true
      promised = 0
    } else {
      promised = fields[.contentLength].flatMap { Int($0) }
    }
    return TransportResponse(status: status, headers: fields)
  }

  /// The request is on its way; one that is cancelled there may arrive all the same.
  private func travel(_ body: [UInt8]) async throws {
    do {
      try await pass(latency())
    } catch let error as CancellationError {
      if transport.random.happens(percent: 50) { arrive(body) }
      throw error
    }
    arrive(body)
  }

  private func arrive(_ body: [UInt8]) {
    hasArrived = true
    sent = body.count
    var headers = request.headers
    if let mediaType = requestBody.mediaType, !headers.contains(.contentType) {
      headers.append(unchecked: mediaType.description, for: .contentType)
    }
    acts = transport.arrive(
      FakeRequest(
        method: request.method, url: request.url, headers: headers, body: body,
        time: transport.clock.now()))
  }

  private func readRequestBody() async throws -> [UInt8] {
    switch requestBody.content {
    case .none: return []
    case .bytes(let bytes): return bytes
    case .stream(let length, _, let open):
      var bytes: [UInt8] = []
      do {
        let reader = try open()
        while try await reader.next(into: &bytes) {}
      } catch let error as CancellationError where Task.isCancelled {
        throw error
      } catch {
        throw failure(.requestBodyFailed, "the request's body could not be read")
      }
      if let length, length != bytes.count {
        throw failure(
          .requestBodyFailed, "the body has \(bytes.count) bytes where \(length) were promised")
      }
      return bytes
    }
  }

  // MARK: The body

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    try checkInterruption()
    while true {
      if deliver(into: &buffer) { return true }
      if isOver { return false }
      guard let act = acts.first else { return try ended() }
      acts.removeFirst()
      if fault == .resetInBody, delivered > 0 || act == .end {
        throw failure(.connectionLost, "the fake network reset the connection")
      }
      switch act {
      case .body(let bytes): rest = bytes[...]
      case .fill(let count): fill = count
      case .pause(let duration): try await pass(duration, phase: .idle)
      case .hold: try await hold()
      case .end: return try ended()
      case .cut, .reset:
        throw failure(.connectionLost, "the connection ended before the body did")
      case .head:
        throw failure(.malformedResponse, "found a second head within a body")
      }
    }
  }

  /// Hands out what is there, up to what the head promised.
  private func deliver(into buffer: inout [UInt8]) -> Bool {
    let room = expectedLength ?? .max
    if room == 0 {
      rest = []
      fill = 0
      isOver = promised != nil
      return false
    }
    if !rest.isEmpty {
      let count = min(piece(of: rest.count), room)
      buffer.append(contentsOf: rest.prefix(count))
      rest = rest.dropFirst(count)
      delivered += count
      return true
    }
    if fill > 0 {
      let count = min(fill, 65_536, room)
      buffer.append(contentsOf: repeatElement(UInt8(ascii: "x"), count: count))
      fill -= count
      delivered += count
      return true
    }
    return false
  }

  private func piece(of count: Int) -> Int {
    splits ? transport.random.integer(in: 1...count) : count
  }

  private func ended() throws -> Bool {
    isOver = true
    if let promised, delivered < promised {
      throw failure(.connectionLost, "the connection ended before the body did")
    }
    return false
  }

  // MARK: Time

  private enum Phase { case transit, firstByte, idle }

  private func latency() -> Duration {
    let range = transport.faults.latency
    return range == 0...0 ? .zero : transport.random.milliseconds(range)
  }

  /// Lets time pass, as far as the limits allow.
  private func pass(_ duration: Duration, phase: Phase = .transit) async throws {
    let now = transport.clock.now()
    var until = now.advanced(by: duration)
    var limit: String?
    func bound(_ other: MonotonicInstant?, _ name: String) {
      guard let other, other < until else { return }
      until = other
      limit = name
    }
    bound(start.advanced(by: limits.attempt), "attempt")
    switch phase {
    case .transit: break
    case .firstByte: bound(limits.firstByte.map { now.advanced(by: $0) }, "first byte")
    case .idle: bound(limits.idle.map { now.advanced(by: $0) }, "idle")
    }
    if until > now { try await transport.clock.sleep(until: until, tag: tag) }
    try checkInterruption()
    if let limit { throw failure(.timedOut, "the \(limit) limit was reached") }
  }

  /// Nothing more comes: waits for the first limit.
  private func hold() async throws -> Never {
    try await pass(.seconds(1_000_000_000), phase: delivered > 0 ? .idle : .firstByte)
    throw failure(.connectionLost, "the server never answered")
  }

  private func checkInterruption() throws {
    try Task.checkCancellation()
    if transport.isCancelling { throw failure(.shutDown, "the transport was shut down") }
  }

  private func failure(_ kind: TransportFailure.Kind, _ reason: String) -> TransportFailure {
    isOver = true
    acts = []
    return TransportFailure(kind, arrival: hasArrived ? .possible : .impossible, reason: reason)
  }
}
