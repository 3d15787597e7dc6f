import Foundation
import MaruContract
import MaruHTTP
import MaruSystem
import MaruURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(2))) struct SessionSocketTests {
  private static let lost = URLError(.networkConnectionLost)

  /// An open connection over a socket that a test holds.
  private static func open() async throws -> (SessionSocketCall, ScriptedSocket) {
    let socket = ScriptedSocket()
    let call = SessionSocketCall(socket)
    async let opening: Void = call.open()
    await socket.until { $0.resumes == 1 }
    call.opened()
    try await opening
    return (call, socket)
  }

  @Test func `messages go both ways`() async throws {
    let (call, socket) = try await Self.open()
    async let first = call.receive()
    await socket.until { $0.receiving.count == 1 }
    socket.state.withLock { $0.receiving[0] }(.success(.string("집")))
    let text = try await first
    #expect(text == .text("집"))
    async let second = call.receive()
    await socket.until { $0.receiving.count == 2 }
    socket.state.withLock { $0.receiving[1] }(.success(.data(Data([1, 0]))))
    let data = try await second
    #expect(data == .data([1, 0]))
    async let sending: Void = call.send(.text("hello"))
    await socket.until { $0.sending.count == 1 }
    socket.state.withLock { $0.sending[0] }(nil)
    try await sending
    #expect(socket.state.withLock { $0.sent } == ["hello"])
  }

  @Test func `cancelling ends a wait that the task never ends`() async throws {
    let (call, socket) = try await Self.open()
    let reading = Task { try await call.receive() }
    await socket.until { $0.receiving.count == 1 }
    reading.cancel()
    let result = await reading.result
    #expect(throws: CancellationError.self) { try result.get() }
    // What comes late is dropped, and nothing is resumed twice.
    socket.state.withLock { $0.receiving[0] }(.success(.string("late")))
    socket.state.withLock { $0.receiving[0] }(.failure(Self.lost))
    call.completed(Self.lost)
    // Nothing called into the task from the handler of cancelling.
    #expect(socket.state.withLock { $0.cancels.isEmpty })
  }

  @Test func `a cancelled task asks for nothing`() async throws {
    let (call, socket) = try await Self.open()
    let reading = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await call.receive()
    }
    let result = await reading.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(socket.state.withLock { $0.receiving.isEmpty })
  }

  @Test func `cancelling ends a handshake that is not answered`() async throws {
    let socket = ScriptedSocket()
    let call = SessionSocketCall(socket)
    let opening = Task { try await call.open() }
    await socket.until { $0.resumes == 1 }
    opening.cancel()
    let result = await opening.result
    #expect(throws: CancellationError.self) { try result.get() }
    call.opened()
    call.closed(.normalClosure)
  }

  @Test func `a handshake that is answered with a status is refused`() async throws {
    let socket = ScriptedSocket()
    socket.state.withLock { ($0.status, $0.retryAfter) = (503, "7") }
    let call = SessionSocketCall(socket)
    async let opening: Void = call.open()
    await socket.until { $0.resumes == 1 }
    call.completed(Self.lost)
    do {
      try await opening
      Issue.record("it opened")
    } catch {
      #expect(
        error as? WebSocketFailure == .refused(status: 503, retryAfter: .seconds(7)), "\(error)")
    }
  }

  @Test func `a code of closing says more than the error that comes before it is told`()
    async throws
  {
    let (call, socket) = try await Self.open()
    async let message = call.receive()
    await socket.until { $0.receiving.count == 1 }
    socket.state.withLock { $0.closeCode = .goingAway }
    socket.state.withLock { $0.receiving[0] }(.failure(Self.lost))
    call.closed(.goingAway)
    call.completed(nil)
    do {
      _ = try await message
      Issue.record("a message")
    } catch {
      #expect(error as? WebSocketFailure == .closed(.goingAway), "\(error)")
    }
    // It stays so for whoever asks later.
    await #expect(throws: WebSocketFailure.closed(.goingAway)) {
      try await call.send(.text("late"))
    }
  }

  @Test func `a lost connection ends who reads and who sends`() async throws {
    let (call, socket) = try await Self.open()
    let reading = Task { try await call.receive() }
    let sending = Task { try await call.send(.text("a")) }
    await socket.until { $0.receiving.count == 1 && $0.sending.count == 1 }
    call.completed(Self.lost)
    for error in [await reading.result.map { _ in () }.failure, await sending.result.failure] {
      guard case .failed(let failure) = error as? WebSocketFailure else {
        Issue.record("\(error as Any)")
        continue
      }
      #expect(failure.kind == .connectionLost)
    }
  }

  @Test func `a pong that is told twice counts once, and one that failed not at all`() async throws
  {
    let (call, socket) = try await Self.open()
    let pongs = Locked(0)
    call.ping { pongs.withLock { $0 += 1 } }
    call.ping { pongs.withLock { $0 += 100 } }
    let handlers = socket.state.withLock { $0.pinging }
    handlers[0](nil)
    handlers[0](nil)
    handlers[1](Self.lost)
    handlers[1](nil)
    #expect(pongs.withLock { $0 } == 1)
  }

  @Test func `closing says that it is normal`() async throws {
    let (call, socket) = try await Self.open()
    call.close()
    #expect(socket.state.withLock { $0.cancels } == [.normalClosure])
  }

  @Test func `the handshake goes to wss, and without TLS to this machine only`() throws {
    var headers = HeaderFields()
    try headers.append("Bearer a", for: .authorization)
    let request = try URLSessionWebSockets.handshake(
      for: WebSocketRequest(
        RequestURL("https://api.example.com/live?after=3"), headers: headers,
        subprotocols: ["a", "b"]))
    #expect(request.url?.absoluteString == "wss://api.example.com/live?after=3")
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer a")
    #expect(request.value(forHTTPHeaderField: "Sec-WebSocket-Protocol") == "a, b")
    let local = try URLSessionWebSockets.handshake(
      for: WebSocketRequest(RequestURL("http://127.0.0.1:8080/")))
    #expect(local.url?.scheme == "ws")
    #expect(throws: WebSocketFailure.self) {
      _ = try URLSessionWebSockets.handshake(
        for: WebSocketRequest(RequestURL("http://api.example.com/")))
    }
  }

  #if canImport(FoundationNetworking)
    @Test func `here it is unsupported, and nothing is sent`() async throws {
      let request = WebSocketRequest(try RequestURL("https://api.example.com/"))
      do {
        try await URLSessionWebSockets().connect(request) { _ in Issue.record("it opened") }
        Issue.record("no failure")
      } catch {
        guard case .failed(let failure) = error as? WebSocketFailure else { throw error }
        #expect(failure.kind == .unsupported && failure.arrival == .impossible)
      }
    }
  #endif
}

extension Result {
  fileprivate var failure: (any Error)? {
    if case .failure(let error) = self { error } else { nil }
  }
}
