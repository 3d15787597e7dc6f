internal import Foundation
internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One request on its way, shared by the caller's task and the session's queues.
final class SessionCall: Sendable {
  /// What was asked.
  let method: RequestMethod
  /// How long and how much at most.
  let limits: TransportLimits
  /// The limits of time.
  let deadline: SessionDeadline
  /// How many bytes of a body may wait for their reader.
  let maximumBufferedBytes: Int
  /// The body that is read while it is sent.
  let upload: SessionUpload?
  /// What has come.
  let exchange: Locked<SessionExchange>
  private let clock: any MonotonicClock
  private let platform = Locked<(task: URLSessionTask, line: SessionLine)?>(nil)

  init(
    _ request: TransportRequest, limits: TransportLimits, upload: SessionUpload?,
    maximumBufferedBytes: Int, clock: any MonotonicClock, isGathering: Bool
  ) {
    method = request.method
    self.limits = limits
    self.upload = upload
    self.maximumBufferedBytes = maximumBufferedBytes
    self.clock = clock
    deadline = SessionDeadline(limits)
    exchange = Locked(
      SessionExchange(started: clock.now(), phase: isGathering ? .gathering : .starting))
  }

  /// The moment it is, in the nanoseconds that limits are judged in.
  var now: Int64 { clock.now().nanoseconds }

  // MARK: The caller's side

  /// Has the platform begin.
  ///
  /// A task is never told to end before it was resumed: on Linux that kills the process or hangs
  /// it. A wish to end that comes in between is granted right behind.
  func start(_ task: URLSessionTask, on line: SessionLine, hasBody: Bool) {
    platform.withLock { $0 = (task, line) }
    let now = now
    exchange.withLock { if !hasBody { $0.progress.requestEnded = now } }
    task.resume()
    let mayEnd = exchange.withLock { exchange in
      if exchange.phase == .starting { exchange.phase = .started }
      return exchange.mayEnd()
    }
    if mayEnd { endPlatform() }
  }

  /// The caller's task was cancelled.
  ///
  /// Called under the runtime's own locks: nothing here waits for one of URLSession's.
  func cancel() { end { $0.isCancelled = true } }

  /// The caller has left.
  func abandon() { end { $0.isAbandoned = true } }

  /// Has the transfer end for a reason of ours; the first one counts.
  func interrupt(because failure: TransportFailure) {
    end { if $0.interruption == nil { $0.interruption = failure } }
  }

  private func end(_ mark: (inout SessionExchange) -> Void) {
    let (mayEnd, reader) = exchange.withLock { exchange in
      guard exchange.end == nil else { return (false, nil as CheckedContinuation<Void, Never>?) }
      mark(&exchange)
      exchange.endIfGathering()
      return (exchange.mayEnd(), exchange.takeReady())
    }
    // First of all: the session's thread may be waiting for the body's reader.
    upload?.dismiss()
    reader?.resume()
    if mayEnd { endPlatform() }
  }

  /// The body is read, or need not be any longer.
  func stopGathering() {
    exchange.withLock { exchange in
      if exchange.phase == .gathering { exchange.phase = .starting }
      return exchange.takeReady()
    }?.resume()
  }

  /// Why a call has ended before its body was read.
  var endOfGathering: any Error {
    if case .failed(let failure) = exchange.withLock({ $0.end }) { return failure }
    return CancellationError()
  }

  private func endPlatform() {
    guard let (task, line) = platform.withLock({ $0 }) else { return }
    line.later { task.cancel() }
  }

  /// Lets a task wait.
  func wait(_ what: SessionExchange.Wait) async {
    await withCheckedContinuation { continuation in
      let isParked = exchange.withLock { $0.park(what, continuation) }
      if !isParked { continuation.resume() }
    }
  }

  // MARK: The session's side, on its delegate's queue

  /// The head has come; taken once.
  func received(_ response: HTTPURLResponse) {
    let fields = response.allHeaderFields.compactMap { name, value -> (String, String)? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return (name, value)
    }
    let interim = exchange.withLock { exchange in
      // On Linux interim responses are told as if they were the response. 101 would hand the
      // connection to another protocol, which nobody has asked for.
      if (100..<200).contains(response.statusCode), response.statusCode != 101 {
        exchange.interimBytes += SessionHead.bytes(fields)
      }
      return exchange.interimBytes
    }
    if (100..<200).contains(response.statusCode), response.statusCode != 101,
      interim <= limits.maximumHeadBytes
    {
      return
    }
    let head = Result { () throws(SessionHead.Problem) in
      try SessionHead(
        status: response.statusCode, fields: fields, method: method,
        maximumBytes: limits.maximumHeadBytes - interim)
    }
    switch head {
    case .success(let head):
      let now = now
      let reader = exchange.withLock { exchange in
        guard exchange.head == nil, !exchange.isUnwanted else {
          return nil as CheckedContinuation<Void, Never>?
        }
        exchange.head = .init(response: head.response, framing: head.framing)
        exchange.progress.headHasCome = true
        exchange.progress.lastPiece = now
        exchange.metrics.firstByte = .nanoseconds(now - exchange.progress.started)
        return exchange.takeReady()
      }
      reader?.resume()
    case .failure(.tooLarge):
      interrupt(
        because: TransportFailure(
          .headersTooLarge, arrival: .possible,
          reason: "the head has more than \(limits.maximumHeadBytes) bytes"))
    case .failure(.malformed(let reason)):
      interrupt(
        because: TransportFailure(.malformedResponse, arrival: .possible, reason: reason))
    }
  }

  /// A piece of the body has come.
  func received(_ data: Data) {
    let now = now
    let (reader, failure) = exchange.withLock { exchange in
      guard !exchange.isUnwanted else {
        return (nil as CheckedContinuation<Void, Never>?, nil as TransportFailure?)
      }
      exchange.bytesCame += data.count
      if let failure = overflow(exchange, data.count) { return (nil, failure) }
      exchange.bytes += data
      exchange.progress.lastPiece = now
      exchange.progress.isHeldBack = true
      exchange.metrics.total = .nanoseconds(now - exchange.progress.started)
      if exchange.head?.framing.isEncoded == false {
        exchange.metrics.bytesReceived = exchange.bytesCame
      }
      return (exchange.takeReady(), nil)
    }
    reader?.resume()
    if let failure { interrupt(because: failure) }
  }

  private func overflow(_ exchange: SessionExchange, _ count: Int) -> TransportFailure? {
    if exchange.bytes.count + count > maximumBufferedBytes {
      return TransportFailure(
        .bodyTooLarge, arrival: .possible,
        reason: "more than \(maximumBufferedBytes) bytes of the body wait for their reader")
    }
    guard let framing = exchange.head?.framing, framing.isEncoded,
      let compressed = framing.contentLength, exchange.bytesCame > 1 << 20
    else { return nil }
    let (bound, isBeyond) = compressed.multipliedReportingOverflow(by: limits.maximumExpansion)
    guard !isBeyond, exchange.bytesCame > bound else { return nil }
    return TransportFailure(
      .bodyTooLarge, arrival: .possible,
      reason: "the body unpacks to more than \(limits.maximumExpansion) times its length")
  }

  /// So many bytes of the request's body are sent.
  func sent(_ total: Int, of expected: Int) {
    let now = now
    exchange.withLock { exchange in
      exchange.progress.lastPiece = now
      if total == expected || exchange.progress.requestEnded != nil {
        exchange.progress.requestEnded = now
      }
      exchange.metrics.bytesSent = total
    }
  }

  /// The thread that sends waits for the body's reader, or does no longer.
  func bodyReaderIsWaited(for isWaiting: Bool) {
    let now = now
    exchange.withLock { exchange in
      exchange.progress.isHeldBack = isWaiting
      exchange.progress.lastPiece = now
    }
  }

  /// Whether a redirect is to be answered, and not left to the cancel that is on its way.
  func mayAnswerRedirect() -> Bool { exchange.withLock { $0.mayAnswerRedirect() } }

  /// A server wants to know who we are, and gets no answer.
  func wasChallenged() { exchange.withLock { $0.wasChallenged = true } }

  /// The platform's task is over.
  func completed(_ ending: SessionEnding?, response: HTTPURLResponse?) {
    let isUntold = exchange.withLock { exchange in
      exchange.phase = .over
      // On Linux a body without a head is given a head of HTTP/0.9 with the status 200, also where
      // the server has said another one that URLSession could not read.
      return exchange.head == nil && exchange.bytesCame == 0
    }
    // A redirect that names no place is told by the end alone.
    if isUntold, let response, ending == nil { received(response) }
    upload?.close()
    platform.withLock { $0 = nil }
    let now = now
    let reader = exchange.withLock { exchange in
      exchange.metrics.total = .nanoseconds(now - exchange.progress.started)
      exchange.end = Self.end(exchange, ending)
      return exchange.takeReady()
    }
    reader?.resume()
  }

  private static func end(
    _ exchange: SessionExchange, _ ending: SessionEnding?
  ) -> SessionExchange.End {
    if exchange.isCancelled { return .abandoned }
    if let interruption = exchange.interruption { return .failed(interruption) }
    if exchange.isAbandoned { return .abandoned }
    guard let head = exchange.head else {
      if ending == nil, exchange.bytesCame > 0 {
        return .failed(
          TransportFailure(
            .malformedResponse, arrival: .possible, reason: "a body has come without a head"))
      }
      return .failed((ending ?? SessionEnding(code: -1005)).failure)
    }
    // -999: the 401 that was recorded, ended by our refusal to answer its challenge.
    if var ending, !(exchange.wasChallenged && ending.code == -999) {
      ending.headHasCome = true
      return .failed(ending.failure)
    }
    if !head.framing.isEncoded, !head.framing.isBodyless, let length = head.framing.contentLength,
      exchange.bytesCame != length, !isRedirect(head.response)
    {
      return .failed(
        TransportFailure(
          .connectionLost, arrival: .possible,
          reason: "the connection ended before the body did"))
    }
    return .finished
  }

  /// On Linux the body of a redirect that names no place is thrown away.
  private static func isRedirect(_ response: TransportResponse) -> Bool {
    (300...308).contains(response.status)
  }
}
