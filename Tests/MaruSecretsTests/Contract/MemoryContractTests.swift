import MaruContract
import MaruSecrets
import MaruTesting
import Testing

/// The store in memory keeps the contract of every store of secrets.
@Suite struct MemoryContractTests {
  static func contract(_ environment: ContractEnvironment) -> SecretStoreContract {
    SecretStoreContract(environment: environment, traits: []) {
      let store = MemorySecretStore()
      return SecretStorePlace(open: { store })
    }
  }
  static let contract = contract(ContractEnvironment(clock: RealClock()))

  @Test(arguments: contract.cases)
  func `memory keeps it`(promise: ContractCase) async throws {
    try await promise.run()
  }

  @Test func `nothing is left out but what outlives a process`() {
    #expect(
      Self.contract.leftOut.map(\.name) == [
        "a store that is opened anew finds what was written",
        "two open stores see each other's writes",
      ])
    #expect(Self.contract.leftOut.allSatisfy { $0.reason == "it keeps nothing" })
  }

  @Test func `an exemption is listed with its reason`() {
    let name = "an empty value is a value"
    let contract = SecretStoreContract(
      environment: ContractEnvironment(clock: RealClock()), traits: [],
      exemptions: [name: "it can't tell"]
    ) { SecretStorePlace(open: { MemorySecretStore() }) }
    #expect(contract.case(named: name) == nil)
    #expect(contract.leftOut.contains { $0.name == name && $0.reason == "it can't tell" })
  }

  @Test func `memory keeps it in every order of events`() throws {
    let names = Self.contract.cases.map(\.name)
    try explore(seeds: 0..<20) { world in
      try world.run {
        let contract = Self.contract(
          ContractEnvironment(clock: world.clock, executor: world, seed: world.seed))
        for name in names { try await contract.case(named: name)?.run() }
      }
    }
  }
}
