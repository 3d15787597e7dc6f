internal import MaruContract
internal import MaruHTTP
internal import MaruSystem

/// What one case works with; it takes down what the case has put up.
final class ContractBench: Sendable {
  let contract: TransportContract
  private let state = Locked(State())
  private let source: SeededRandom

  private struct State: Sendable {
    var transports: [any Transport] = []
    var servers: [ContractServer] = []
  }

  init(contract: TransportContract) {
    self.contract = contract
    source = SeededRandom(seed: contract.environment.seed)
  }

  var clock: any MonotonicClock { contract.environment.clock }

  // MARK: Putting up

  /// A new transport.
  func transport(_ trust: ContractTrust = .system) async throws -> any Transport {
    let transport = try await contract.makeTransport(trust)
    state.withLock { $0.transports.append(transport) }
    return transport
  }

  /// A server that plays acts.
  func serve(_ script: @escaping ContractServer.Script) async throws -> ContractServer {
    let server = try await contract.serve(script)
    state.withLock { $0.servers.append(server) }
    return server
  }

  /// A server that plays the same acts for every request.
  func serve(_ script: [ServerAct]) async throws -> ContractServer {
    try await serve { _ in script }
  }

  /// A server of bytes, for transports with sockets.
  func peer(
    reading: PeerReading = .request, _ script: @escaping @Sendable (PeerRequest) -> [WireAct]
  ) throws -> BreakingPeer {
    let peer = try BreakingPeer(keptBodyBytes: 65_536, reading: { _, _ in reading }, script: script)
    state.withLock { $0.servers.append(ContractServer(peer)) }
    return peer
  }

  /// Has a TLS server end with the case; it counts no connections.
  func keep(_ server: TLSFixtureServer) {
    let ended = ContractServer(
      url: server.url(), requests: { [] }, openConnections: { 0 }, stop: { server.stop() })
    state.withLock { $0.servers.append(ended) }
  }

  /// Ends all transports and servers.
  ///
  /// A law of every case: a transport that was shut down leaves no connection.
  func tearDown() async throws {
    let (transports, servers) = state.withLock { ($0.transports, $0.servers) }
    for transport in transports { await transport.shutdown(.cancelling) }
    do {
      for server in servers {
        try await until("no connection is open after shutdown") { server.openConnections() == 0 }
      }
    } catch {
      for server in servers { await server.stop() }
      throw error
    }
    for server in servers { await server.stop() }
  }

  // MARK: Calling

  /// Sends a request, reads the body to its end, and tells what came of it.
  func call(
    _ transport: any Transport, _ request: TransportRequest, body: RequestBody = .none,
    limits: TransportLimits = .generous, bodyLimit: Int = 16 << 20
  ) async -> ContractOutcome {
    await outcome(transport, request, body: body, limits: limits) { head, body in
      ContractAnswer(head: head, body: try await body.collect(upTo: bodyLimit))
    }
  }

  /// Sends a request and tells what came of it.
  func outcome(
    _ transport: any Transport, _ request: TransportRequest, body: RequestBody = .none,
    limits: TransportLimits = .generous,
    receive: (TransportResponse, any TransportBody) async throws -> ContractAnswer
  ) async -> ContractOutcome {
    do {
      return .value(
        try await transport.perform(request, body: body, limits: limits, receive: receive))
    } catch let failure as TransportFailure {
      return .failed(failure)
    } catch is CancellationError {
      return .cancelled
    } catch {
      return .threw("\(type(of: error)): \(error)")
    }
  }

  /// Runs a call in a task that the case can cancel; the case waits for its value.
  func start(
    _ body: @escaping @Sendable () async -> ContractOutcome
  ) -> Task<ContractOutcome, Never> {
    Task(executorPreference: contract.environment.executor) { await body() }
  }

  // MARK: Waiting

  /// Waits in small steps until something is so.
  func until(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () -> Bool
  ) async throws {
    let deadline = clock.now().advanced(by: limit)
    while !condition() {
      guard clock.now() < deadline else {
        throw ContractFinding(expected: what, found: "that it is not so within \(limit)")
      }
      try await pause(.milliseconds(1))
    }
  }

  func pause(_ duration: Duration) async throws {
    try await clock.sleep(until: clock.now().advanced(by: duration))
  }

  /// Measures something that has a short limit: generous, since machines are busy.
  func soon<Value>(_ body: () async throws -> Value) async throws -> Value {
    let start = clock.now()
    let value = try await body()
    let took = start.duration(to: clock.now())
    try expect(took < .seconds(5), "an end soon after the limit of 100 ms", found: "\(took)")
    return value
  }

  /// A number below `bound`, of the environment's seed.
  func chance(below bound: Int) -> Int { source.integer(in: 0...(bound - 1)) }

  // MARK: Expecting

  func expect(_ isSo: Bool, _ expected: String, found: @autoclosure () -> String) throws {
    if !isSo { throw ContractFinding(expected: expected, found: found()) }
  }

  func equal<Value: Equatable>(_ found: Value, _ expected: Value, _ what: String) throws {
    if found != expected {
      throw ContractFinding(
        expected: "\(what) \(Self.short(expected))", found: Self.short(found))
    }
  }

  /// A value in a few words: bodies are long.
  private static func short(_ value: some Equatable) -> String {
    if let bytes = value as? [UInt8], bytes.count > 40 {
      return "\(bytes.count) bytes, \(String(decoding: bytes.prefix(40), as: UTF8.self))…"
    }
    if let bytes = value as? [UInt8] { return "'\(String(decoding: bytes, as: UTF8.self))'" }
    return "\(value)"
  }

  @discardableResult
  func value(_ outcome: ContractOutcome, _ what: String = "a response") throws -> ContractAnswer {
    guard case .value(let answer) = outcome else {
      throw ContractFinding(expected: what, found: "\(outcome)")
    }
    return answer
  }

  func failure(
    _ outcome: ContractOutcome, _ kinds: TransportFailure.Kind...,
    arrival: TransportFailure.Arrival? = nil
  ) throws {
    try failure(outcome, anyOf: kinds, arrival: arrival)
  }

  func failure(
    _ outcome: ContractOutcome, anyOf kinds: [TransportFailure.Kind],
    arrival: TransportFailure.Arrival? = nil
  ) throws {
    let names = kinds.map(\.rawValue).joined(separator: " or ")
    guard case .failed(let failure) = outcome, kinds.contains(failure.kind) else {
      throw ContractFinding(expected: "a failure of kind \(names)", found: "\(outcome)")
    }
    if let arrival { try equal(failure.arrival, arrival, "\(failure.kind) with arrival") }
  }

  func cancelled(_ outcome: ContractOutcome) throws {
    guard case .cancelled = outcome else {
      throw ContractFinding(expected: "CancellationError", found: "\(outcome)")
    }
  }
}
