import MaruContract
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// The fake transport keeps the contract too, in simulated time and in any order of its tasks.
@Suite struct ContractFakeTests {
  static let exemptions = [
    "a port that refuses is unreachable, and nothing has arrived":
      "a fake server can't be stopped; NetworkFaults.unreachable stands for it"
  ]

  static let names = TransportContract.names(for: []).filter { exemptions[$0] == nil }

  @Test(arguments: names)
  func `the fake transport keeps it under every seed`(name: String) throws {
    for seed in 1...4 as ClosedRange<UInt64> {
      let world = SimulatedWorld(seed: seed, maximumSteps: 2_000_000)
      let network = FakeServers(world)
      let contract = TransportContract(
        environment: ContractEnvironment(clock: world.clock, executor: world, seed: seed),
        traits: [], exemptions: Self.exemptions,
        serve: { network.serve($0) }, makeTransport: { _ in network.transport() })
      let promise = try #require(contract.case(named: name))
      try world.run { try await promise.run() }
    }
  }

  @Test func `a soak in simulated time comes out the same for the same seed`() throws {
    func report(_ seed: UInt64) throws -> ContractSoakReport? {
      let world = SimulatedWorld(seed: seed, maximumSteps: 5_000_000)
      let network = FakeServers(world)
      let contract = TransportContract(
        environment: ContractEnvironment(clock: world.clock, executor: world, seed: seed),
        traits: [], serve: { network.serve($0) }, makeTransport: { _ in network.transport() })
      let report = Locked<ContractSoakReport?>(nil)
      try world.run {
        var result = try await contract.soak(calls: 120, isAlone: false)
        // What the process holds is not part of the world.
        (result.residentBytesAtHalf, result.residentBytesAtEnd, result.descriptorsBefore) =
          (nil, nil, nil)
        report.withLock { [result] in $0 = result }
      }
      return report.withLock { $0 }
    }
    let first = try #require(try report(7))
    #expect(first.values > 50 && first.cancelled > 5 && first.failed > 5, "\(first)")
    #expect(try report(7) == first)
  }
}

/// Servers on a fake network, told apart by their ports.
final class FakeServers: Sendable {
  private struct State: Sendable {
    var scripts: [Int: ContractServer.Script] = [:]
    var requests: [Int: [PeerRequest]] = [:]
    var transports: [FakeTransport] = []
  }
  private let state = Locked(State())
  private let world: SimulatedWorld

  init(_ world: SimulatedWorld) { self.world = world }

  func serve(_ script: @escaping ContractServer.Script) -> ContractServer {
    let port = state.withLock { state in
      let port = 1000 + state.scripts.count
      state.scripts[port] = script
      return port
    }
    guard let url = try? RequestURL("http://127.0.0.1:\(port)/") else {
      preconditionFailure("a loopback address can be read")
    }
    return ContractServer(
      url: url, requests: { self.state.withLock { $0.requests[port] ?? [] } },
      openConnections: { self.state.withLock { $0.transports }.map(\.openCount).reduce(0, +) },
      stop: {})
  }

  func transport() -> FakeTransport {
    var faults = NetworkFaults.none
    // Every other world has a network that takes its time and tears bodies into pieces.
    if world.seed % 2 == 1 { (faults.latency, faults.split) = (0...3, 30) }
    let transport = FakeTransport(clock: world.clock, random: world.random, faults: faults) {
      [self] in answer($0)
    }
    state.withLock { $0.transports.append(transport) }
    return transport
  }

  private func answer(_ request: FakeRequest) -> [ServerAct] {
    let port = request.url.origin.port
    let origin = "http://127.0.0.1:\(port)"
    var seen = PeerRequest(
      connection: 0, number: 0, method: request.method.rawValue,
      target: String(request.url.string.dropFirst(origin.count)),
      lines: request.headers.map { "\($0.name): \($0.value)" })
    seen.body = request.body
    seen.bodyLength = request.body.count
    seen.isBodyWhole = true
    let script = state.withLock { [seen] state in
      state.requests[port, default: []].append(seen)
      return state.scripts[port]
    }
    return script?(seen) ?? []
  }
}
