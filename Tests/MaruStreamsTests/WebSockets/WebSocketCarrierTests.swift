import MaruContract
import MaruHTTP
import MaruStreams
import MaruSystem
import MaruTesting
import Testing

@Suite struct WebSocketCarrierTests {
  @Test(arguments: StreamSourceContract.names(for: .all))
  func `WebSocket keeps the contract of event streams under every seed`(name: String) throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let world = SimulatedWorld(seed: seed, maximumSteps: 2_000_000)
      let contract = StreamSourceContract(
        environment: ContractEnvironment(clock: world.clock, executor: world, seed: seed),
        traits: .all, comesBackWithin: .seconds(10)
      ) { NumberSockets(world, $0).place(baseDelay: .seconds(1)) }
      let promise = try #require(contract.case(named: name))
      try world.run { try await promise.run() }
    }
  }

  /// Reads a stream in a world, to its end or so many events.
  private static func read(
    most: Int = .max, credentials: (any CredentialProvider)? = nil,
    server: @escaping @Sendable (WebSocketRequest, Int) -> WebSocketAnswer
  ) throws -> (read: OneClient.Read<String>, sockets: FakeWebSockets, world: SimulatedWorld) {
    let world = SimulatedWorld(seed: 1)
    let count = Locked(0)
    let sockets = FakeWebSockets(clock: world.clock) { request in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return server(request, number)
    }
    let source = WebSocketSource(
      to: { _ in WebSocketRequest(try RequestURL("https://api.example.com/live")) },
      credentials: credentials
    ) { message in
      guard case .text(let text) = message else { throw NoText() }
      return ServerSentEvent(data: text)
    }
    let read = try world.run {
      let stream = OnlyTime(world: world).events(
        over: sockets, from: source, as: EventKinds<String>(unknown: { $0.data }))
      return await OneClient.read(stream, most: most)
    }
    #expect(sockets.openCount == 0)
    return (read, sockets, world)
  }

  private struct NoText: Error {}

  @Test func `a platform without WebSocket is told as such, and is not asked again`() throws {
    struct None: WebSocketConnecting {
      func connect(
        _ request: WebSocketRequest, use: (any WebSocketConnection) async throws -> Void
      ) async throws {
        throw WebSocketFailure.failed(
          TransportFailure(.unsupported, arrival: .impossible, reason: "no WebSocket here"))
      }
    }
    let world = SimulatedWorld(seed: 1)
    let read = try world.run {
      await OneClient.read(
        OnlyTime(world: world).events(
          over: None(), from: NumberSockets.source(), as: NumberEvents.kinds))
    }
    #expect(read.error?.code == .unsupported)
    #expect(world.clock.now().nanoseconds == 0)
  }

  @Test func `a quiet peer is asked for signs of life, and one that is gone is left`() throws {
    let (read, sockets, world) = try Self.read(most: 2) { _, number in
      number == 0
        ? .open([.send(.text("a")), .pause(.seconds(100)), .hold]) : .open([.send(.text("b"))])
    }
    #expect(read.events == ["a", "b"])
    // At 25, 50, 75 and 100 seconds; the last one is not answered, or the one behind it.
    #expect(sockets.pingCount >= 4 && sockets.pingCount <= 5)
    #expect((110.0...137.0).contains(Double(world.clock.now().nanoseconds) / 1e9))
  }

  @Test func `a handshake that is never answered is made again`() throws {
    let (read, sockets, _) = try Self.read(most: 1) { _, number in
      number == 0 ? .ignore : .open([.send(.text("a"))])
    }
    #expect(read.events == ["a"])
    #expect(sockets.requests.count == 2)
  }

  @Test func `a refused credential is followed by one other, once`() throws {
    let (read, sockets, _) = try Self.read(most: 1, credentials: Numbered()) { request, _ in
      request.headers[.authorization] == "Bearer token-2"
        ? .open([.send(.text("in"))]) : .refuse(status: 401)
    }
    #expect(read.events == ["in"])
    #expect(sockets.requests.count == 2)

    let (never, all, _) = try Self.read(credentials: Numbered()) { _, _ in .refuse(status: 401) }
    #expect(never.error?.code == .credentialRefused)
    #expect(all.requests.count == 2)

    let (closed, both, _) = try Self.read(credentials: Numbered()) { _, _ in
      .open([.close(.unauthorized)])
    }
    #expect(closed.error?.code == .credentialRefused)
    #expect(both.requests.count == 2)
  }

  @Test func `a credential that runs out is no end, and is waited after`() throws {
    let (read, sockets, world) = try Self.read(most: 3, credentials: Numbered()) { request, _ in
      .open([
        .send(.text(request.headers[.authorization] ?? "")), .pause(.seconds(60)),
        .close(.unauthorized),
      ])
    }
    #expect(read.events == ["Bearer token-1", "Bearer token-2", "Bearer token-3"])
    #expect(sockets.requests.count == 3)
    #expect(world.clock.now().nanoseconds >= 120_000_000_000)
  }

  @Test func `a sign-out ends the stream at once`() throws {
    let world = SimulatedWorld(seed: 1)
    let session = Numbered()
    let server = NumberSockets(world) { StreamActs.events(behind: $0, upTo: 3) }
    let read = try world.run {
      async let read = OneClient.read(server.stream(EventStreamOptions(), credentials: session))
      try await world.sleep(for: .seconds(20))
      session.signOut()
      return await read
    }
    #expect(read.events.map(\.number) == [1, 2, 3])
    #expect(read.error?.code == .signedOut)
    #expect(world.clock.now().nanoseconds == 20_000_000_000)
    #expect(server.sockets.openCount == 0)
  }

  @Test func `a stream that comes back often listens to its provider once`() throws {
    let session = Numbered()
    let (read, _, _) = try Self.read(most: 20, credentials: session) { _, _ in
      .open([.send(.text("a")), .lose])
    }
    #expect(read.events.count == 20)
    #expect(session.listenerCount == 1)
  }

  @Test func `nobody signed in, and a session that has ended, are told as by a call`() throws {
    let (nobody, none, _) = try Self.read(credentials: Numbered(isSignedIn: false)) { _, _ in
      .open([])
    }
    #expect(nobody.error?.code == .notAuthenticated)
    #expect(none.requests.isEmpty)
    let (ended, _, _) = try Self.read(credentials: Numbered(isRefused: true)) { _, _ in .open([]) }
    #expect(ended.error?.code == .credentialRefused)
  }

  @Test func `a message that can't be read ends it, and is not shown`() throws {
    let (read, _, _) = try Self.read { _, _ in
      .open([.send(.text("a")), .send(.data(Array("secret".utf8)))])
    }
    #expect(read.events == ["a"])
    #expect(read.error?.code == .undecodable)
    #expect(!"\(read.error as Any) \(WebSocketMessage.text("secret"))".contains("secret"))
  }
}

extension WebSocketCarrierTests {
  @Test func `a handshake shows no token, wherever it is`() throws {
    var headers = HeaderFields()
    try headers.append("Bearer planted", for: .authorization)
    let request = WebSocketRequest(
      try RequestURL("https://api.example.com/live?token=planted"), headers: headers,
      subprotocols: ["bearer", "planted"])
    for form in printedForms(of: request) { #expect(!form.contains("planted"), "\(form)") }
    for form in printedForms(of: WebSocketMessage.data(Array("planted".utf8))) {
      #expect(!form.contains("planted") && !form.contains("112"), "\(form)")
    }
  }
}

/// Scripts of the contract's acts.
enum StreamActs {
  static func events(behind position: Int, upTo last: Int) -> [StreamAct] {
    position < last ? (position + 1...last).map { .event($0) } : []
  }
}

/// Bearer tokens that are numbered, each refused one being followed by the next.
private final class Numbered: CredentialProvider {
  private struct State {
    var generation: UInt64 = 1
    var isOut = false
    var listeners: [@Sendable () -> Bool] = []
  }
  private let state = Locked(State())
  private let isSignedIn: Bool
  private let isRefused: Bool

  init(isSignedIn: Bool = true, isRefused: Bool = false) {
    self.isSignedIn = isSignedIn
    self.isRefused = isRefused
  }

  var listenerCount: Int { state.withLock { $0.listeners.count } }

  func credential() async throws -> Credential? {
    if isRefused { throw CredentialRefused() }
    guard isSignedIn else { return nil }
    let number = state.withLock { $0.generation }
    return try .bearer("token-\(number)", generation: number)
  }

  func invalidate(_ credential: Credential) async {
    state.withLock { if $0.generation == credential.generation { $0.generation += 1 } }
  }

  func standing(of credential: Credential) -> CredentialStanding {
    state.withLock { $0.isOut } ? .ended : .current
  }

  func hearEndings(_ hear: @escaping @Sendable () -> Bool) -> Bool {
    state.withLock { $0.listeners.append(hear) }
    return true
  }

  func signOut() {
    let listeners = state.withLock { state in
      state.isOut = true
      return state.listeners
    }
    for hear in listeners { _ = hear() }
  }
}
