import MaruContract
import MaruTesting
import Testing

/// The suite can be passed. One case after the other: they measure time and memory.
@Suite(.serialized) struct ContractNaiveTests {
  static func contract(_ bugs: Set<PlantedBug> = []) -> TransportContract {
    TransportContract(
      environment: ContractEnvironment(clock: RealClock()),
      traits: [.wire, .backPressure, .keepsConnections]
    ) { _ in NaiveTransport(bugs) }
  }

  @Test(arguments: contract().cases)
  func `a simple transport keeps it`(promise: ContractCase) async throws {
    try await promise.run()
  }
}
