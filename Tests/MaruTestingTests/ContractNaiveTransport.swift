import MaruContract
import MaruHTTP
import MaruSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A mistake that a transport can make, and that the contract suite must find.
enum PlantedBug: String, CaseIterable, Sendable {
  case followsRedirects, sendsAgainOnDeadConnections, reportsCancelAsFailure, acceptsHalfHeads
  case leaksConnections, readsAhead, foldsCookies, keepsCookies, acceptsCutBodies
  case takesFirstLength, returnsInterim, ignoresIdleLimit, ignoresFirstByteLimit
  case ignoresAttemptLimit, acceptsShortStreams, sendsWhenCancelled, neverLooksBeforeReuse
  case shutsDownTooEarly, worksAfterShutdown, callsRefusedPossible, goesAnywhere, hasNoHeadLimit
  case inventsCredentials, losesRepeatedFields, opensStreamsTwice, swallowsReceiverErrors
  case usesProxies
}

/// HTTP/1.1 as simply as can be, for loopback only: proves that the contract suite can be passed,
/// and, with a bug planted, that it bites.
final class NaiveTransport: Transport {
  private struct State {
    var isShutDown = false
    var isCancelling = false
    var running = 0
    var idle: [NaiveConnection] = []
    var cookie: String?
  }
  private let state = Locked(State())
  private let bugs: Set<PlantedBug>
  private let clock = RealClock()

  init(_ bugs: Set<PlantedBug> = []) { self.bugs = bugs }

  func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    let isShut = state.withLock { state in
      state.running += 1
      return state.isShutDown && !bugs.contains(.worksAfterShutdown)
    }
    defer { state.withLock { $0.running -= 1 } }
    do {
      if !bugs.contains(.sendsWhenCancelled) { try Task.checkCancellation() }
      if isShut { throw TransportFailure(.shutDown, arrival: .impossible, reason: "shut down") }
      guard request.url.origin.isLoopback || bugs.contains(.goesAnywhere) else {
        throw TransportFailure(.blockedByPolicy, arrival: .impossible, reason: "not loopback")
      }
      return try await exchange(request, body, limits, receive, isSecond: false)
    } catch is CancellationError where bugs.contains(.reportsCancelAsFailure) {
      throw TransportFailure(.connectionLost, arrival: .possible, reason: "cancelled")
    }
  }

  private func exchange<Value: Sendable>(
    _ request: TransportRequest, _ body: RequestBody, _ limits: TransportLimits,
    _ receive: (TransportResponse, any TransportBody) async throws -> Value, isSecond: Bool
  ) async throws -> Value {
    let connection = try await connection(request, limits)
    connection.begin(limits) { [state] in state.withLock { $0.isCancelling } }
    var isReusable = false
    defer {
      if isReusable {
        state.withLock { state in
          if state.isShutDown { connection.close() } else { state.idle.append(connection) }
        }
      } else if !bugs.contains(.leaksConnections) {
        connection.close()
      }
    }
    var (head, framing): (TransportResponse, NaiveBody.Framing)
    do {
      try await send(request, body, on: connection)
      connection.ignoresCancelling = false
      (head, framing) = try await connection.readHead(request.method, bugs)
    } catch let failure as TransportFailure
      where failure.kind == .connectionLost && bugs.contains(.sendsAgainOnDeadConnections)
      && !isSecond
    {
      return try await exchange(request, body, limits, receive, isSecond: true)
    }
    if bugs.contains(.keepsCookies) {
      state.withLock { $0.cookie = head.headers.values(of: .setCookie).first }
    }
    if let location = head.headers["Location"], bugs.contains(.followsRedirects) {
      var next = request
      next.url = try request.url.resolving(location)
      return try await exchange(next, .none, limits, receive, isSecond: false)
    }
    if head.status == 401, bugs.contains(.inventsCredentials), !isSecond {
      var next = request
      try next.headers.set("Basic YTpi", for: .authorization)
      return try await exchange(next, body, limits, receive, isSecond: true)
    }
    let reader = NaiveBody(connection, framing, bugs)
    if bugs.contains(.readsAhead) { try await reader.readAhead() }
    let value: Value
    do {
      value = try await receive(head, reader)
    } catch let error where bugs.contains(.swallowsReceiverErrors) {
      throw TransportFailure(.connectionLost, arrival: .possible, reason: "\(error)")
    }
    isReusable =
      reader.isOver && framing != .connection && head.headers[.connection]?.lowercased() != "close"
    return value
  }

  private func connection(
    _ request: TransportRequest, _ limits: TransportLimits
  ) async throws -> NaiveConnection {
    while !request.needsFreshConnection, let kept = state.withLock({ $0.idle.popLast() }) {
      let isOther = kept.port != request.url.origin.port
      // Something to read is the end, or an answer that nobody has asked for.
      if !isOther, bugs.contains(.neverLooksBeforeReuse) || !kept.isReadable { return kept }
      kept.close()
    }
    var port = request.url.origin.port
    if bugs.contains(.usesProxies), let proxy = getenv("http_proxy"),
      let url = try? RequestURL(String(cString: proxy))
    {
      port = url.origin.port
    }
    let connection = NaiveConnection(port: port, clock: clock)
    connection.ignoresCancelling = bugs.contains(.sendsWhenCancelled)
    do {
      try await connection.connect(limits.connect)
      return connection
    } catch {
      connection.close()
      guard bugs.contains(.callsRefusedPossible) else { throw error }
      throw TransportFailure(.unreachable, arrival: .possible, reason: "refused")
    }
  }

  private func send(
    _ request: TransportRequest, _ body: RequestBody, on connection: NaiveConnection
  ) async throws {
    var head = "\(request.method) \(request.url.target) HTTP/1.1\r\n"
    head += "Host: \(request.url.origin.authority)\r\n"
    for field in request.headers { head += "\(field.name): \(field.value)\r\n" }
    if let cookie = state.withLock({ $0.cookie }) { head += "Cookie: \(cookie)\r\n" }
    if let mediaType = body.mediaType, !request.headers.contains(.contentType) {
      head += "Content-Type: \(mediaType.description)\r\n"
    }
    switch body.content {
    case .none:
      let needsLength = request.method == .post || request.method == .put
      try await connection.send(head + (needsLength ? "Content-Length: 0\r\n\r\n" : "\r\n"))
    case .bytes(let bytes):
      try await connection.send("\(head)Content-Length: \(bytes.count)\r\n\r\n")
      try await connection.send(bytes)
    case .stream(let length, _, let open):
      let reader: any RequestBodyReader
      do {
        reader = try open()
        if bugs.contains(.opensStreamsTwice) { _ = try open() }
      } catch {
        throw TransportFailure(.requestBodyFailed, arrival: .impossible, reason: "not opened")
      }
      let field = length.map { "Content-Length: \($0)" } ?? "Transfer-Encoding: chunked"
      try await connection.send("\(head)\(field)\r\n\r\n")
      try await stream(reader, length, on: connection)
    }
  }

  private func stream(
    _ reader: any RequestBodyReader, _ length: Int?, on connection: NaiveConnection
  ) async throws {
    let broken = TransportFailure(.requestBodyFailed, arrival: .possible, reason: "stream")
    var sent = 0
    while true {
      var piece: [UInt8] = []
      do {
        guard try await reader.next(into: &piece) else { break }
      } catch let error as CancellationError {
        throw error
      } catch {
        throw broken
      }
      sent += piece.count
      if let length, sent > length { throw broken }
      if length == nil { try await connection.send(String(piece.count, radix: 16) + "\r\n") }
      try await connection.send(piece)
      if length == nil { try await connection.send("\r\n") }
    }
    if let length, sent < length {
      guard bugs.contains(.acceptsShortStreams) else { throw broken }
      try await connection.send([UInt8](repeating: 0, count: length - sent))
    }
    if length == nil { try await connection.send("0\r\n\r\n") }
  }

  func shutdown(_ mode: ShutdownMode) async {
    let idle = state.withLock { state in
      state.isShutDown = true
      if mode == .cancelling { state.isCancelling = true }
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { connection.close() }
    if bugs.contains(.shutsDownTooEarly) { return }
    while state.withLock({ $0.running > 0 }) {
      try? await clock.sleep(until: clock.now().advanced(by: .milliseconds(1)))
    }
  }
}
