import MaruContract
import MaruDiagnostics
import MaruTesting
import Testing

/// A transport that is recorded keeps the contract as it would alone.
@Suite struct ContractRecordingTests {
  @Test(arguments: ContractFakeTests.names)
  func `a recorded transport keeps it`(name: String) throws {
    for seed in 1...2 as ClosedRange<UInt64> {
      let world = SimulatedWorld(seed: seed, maximumSteps: 4_000_000)
      let network = FakeServers(world)
      let recorder = ExchangeRecorder(
        client: .library, clock: world.clock, wallClock: ManualWallClock(following: world.clock),
        random: world.random)
      let contract = TransportContract(
        environment: ContractEnvironment(clock: world.clock, executor: world, seed: seed),
        traits: [], exemptions: ContractFakeTests.exemptions,
        serve: { network.serve($0) },
        makeTransport: { _ in recorder.watching(network.transport()) })
      let promise = try #require(contract.case(named: name))
      try world.run { try await promise.run() }
    }
  }
}
