import Maru
import MaruContract
import MaruStreams
import MaruTesting
import Testing

/// Each carrier keeps the contract of event streams.
@Suite struct CarrierContractTests {
  static let polling: StreamSourceTraits = []

  private static func run(
    _ name: String, _ carrier: NumberServer.Carrier, _ traits: StreamSourceTraits
  ) throws {
    for seed in 1...6 as ClosedRange<UInt64> {
      let world = SimulatedWorld(seed: seed, maximumSteps: 2_000_000)
      let contract = StreamSourceContract(
        environment: ContractEnvironment(clock: world.clock, executor: world, seed: seed),
        traits: traits, comesBackWithin: .seconds(10)
      ) { try NumberServer.fake(world, carrier, $0).place(carrier, baseDelay: .seconds(1)) }
      let promise = try #require(contract.case(named: name))
      try world.run { try await promise.run() }
    }
  }

  @Test(arguments: StreamSourceContract.names(for: .all))
  func `server-sent events keep it under every seed`(name: String) throws {
    try Self.run(name, .serverSentEvents, .all)
  }

  @Test(arguments: StreamSourceContract.names(for: polling))
  func `polling keeps it under every seed`(name: String) throws {
    try Self.run(name, .polling, Self.polling)
  }

  @Test func `what does not apply to polling is told with its reason`() {
    let contract = StreamSourceContract(
      environment: ContractEnvironment(clock: ManualClock()), traits: Self.polling,
      comesBackWithin: .seconds(1)
    ) { _ in throw CancellationError() }
    #expect(contract.leftOut.count == 4)
    #expect(contract.leftOut.allSatisfy { !$0.reason.isEmpty })
    #expect(
      contract.cases.count + contract.leftOut.count == StreamSourceContract.names(for: .all).count)
  }
}

/// The same over sockets, with the machine's time.
@Suite(.serialized) struct CarrierSocketTests {
  private static func contract(
    _ carrier: NumberServer.Carrier, _ traits: StreamSourceTraits
  ) -> StreamSourceContract {
    StreamSourceContract(
      environment: ContractEnvironment(clock: SystemClock()), traits: traits,
      comesBackWithin: .milliseconds(500)
    ) { try NumberServer.sockets(carrier, $0).place(carrier, baseDelay: .milliseconds(20)) }
  }

  @Test(.timeLimit(.minutes(5)), arguments: contract(.serverSentEvents, .all).cases)
  func `server-sent events keep it over a socket`(promise: ContractCase) async throws {
    try await promise.run()
  }

  @Test(
    .timeLimit(.minutes(5)), arguments: contract(.polling, CarrierContractTests.polling).cases)
  func `polling keeps it over a socket`(promise: ContractCase) async throws {
    try await promise.run()
  }
}
