import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

@Suite struct CredentialContractTests {
  private static let everything: CredentialTraits = [.refreshes, .signsOut]

  /// Runs a case in a world, with what `make` makes there.
  private static func run(
    _ name: String, traits: CredentialTraits, seed: UInt64 = 1,
    make: @escaping @Sendable (SimulatedWorld) async throws -> CredentialSubject
  ) throws {
    let world = SimulatedWorld(seed: seed)
    let contract = CredentialProviderContract(
      environment: ContractEnvironment(clock: world.clock, executor: world), traits: traits
    ) { try await make(world) }
    let promise = try #require(contract.case(named: name))
    try world.run { try await promise.run() }
  }

  private static func session(_ world: SimulatedWorld) async throws -> CredentialSubject {
    let endpoint = OneSession.Endpoint([.grant()], world: world)
    let session = TokenSession(
      account: nil, configuration: .init(recovery: .sendsAgain), refresher: endpoint,
      store: FakeSecretStore(clock: world.clock, random: world.random),
      surroundings: world.surroundings)
    try await session.signIn(OneSession.grant(1_000), as: OneSession.account("ann"))
    return CredentialSubject(
      provider: session, refreshCount: { endpoint.sent.withLock { $0.count } },
      signOut: { try await session.signOut() })
  }

  @Test(arguments: CredentialProviderContract.names(for: everything))
  func `a token session keeps the contract of providers`(promise: String) throws {
    for seed in UInt64(0)..<20 {
      try Self.run(promise, traits: Self.everything, seed: seed) { try await Self.session($0) }
    }
  }

  @Test(arguments: CredentialProviderContract.names(for: []))
  func `a static credential keeps the contract of providers`(promise: String) throws {
    try Self.run(promise, traits: []) { _ in
      CredentialSubject(provider: try StaticCredential(bearer: "a-static-token"))
    }
  }

  @Test func `what does not apply is told with its reason`() {
    let world = SimulatedWorld(seed: 1)
    let contract = CredentialProviderContract(
      environment: ContractEnvironment(clock: world.clock), traits: []
    ) { CredentialSubject(provider: try StaticCredential(bearer: "token")) }
    #expect(contract.leftOut.count == 8)
    #expect(contract.leftOut.allSatisfy { !$0.reason.isEmpty })
    #expect(contract.cases.count == 6)
  }

  /// Providers with one mistake each, and the promise that they break.
  private final class Careless: CredentialProvider {
    enum Mistake: String, CaseIterable, Sendable {
      case forgetsWhatItGave = "asking again gives the same credential"
      case hearsOldRefusals = "the refusal of an older credential changes nothing"
      case givesTheRefusedAgain = "a refused credential is followed by another one"
      case showsItsToken = "nothing that is printed shows the credential"
      case givesAfterASignOut = "after a sign-out nothing is given"
      case keepsStandingAfterASignOut = "after a sign-out what was given has ended"
      case tellsNobody = "a sign-out is heard once, after it is done"
      case refreshesForEach = "many that find a credential refused cause one refresh"
    }
    let mistake: Mistake
    let token = "a-careless-token"
    let generation = Locked(UInt64(1))
    let isOut = Locked(false)
    let count = Locked(0)
    let listeners = Locked<[@Sendable () -> Bool]>([])

    init(_ mistake: Mistake) { self.mistake = mistake }

    func credential() async throws -> Credential? {
      if mistake == .forgetsWhatItGave { generation.withLock { $0 += 1 } }
      if isOut.withLock({ $0 }), mistake != .givesAfterASignOut { return nil }
      return try .bearer(token, generation: generation.withLock { $0 })
    }

    func invalidate(_ credential: Credential) async {
      guard mistake != .givesTheRefusedAgain else { return }
      let isOld = credential.generation != generation.withLock { $0 }
      if isOld, mistake != .hearsOldRefusals, mistake != .refreshesForEach { return }
      count.withLock { $0 += 1 }
      if mistake != .refreshesForEach || !isOld { generation.withLock { $0 += 1 } }
    }

    func readyCredential() -> Credential? {
      nil
    }

    func standing(of credential: Credential) -> CredentialStanding {
      isOut.withLock { $0 } && mistake != .keepsStandingAfterASignOut ? .ended : .current
    }

    func hearEndings(_ hear: @escaping @Sendable () -> Bool) -> Bool {
      listeners.withLock { $0.append(hear) }
      return true
    }

    func signOut() {
      isOut.withLock { $0 = true }
      guard mistake != .tellsNobody else { return }
      for hear in listeners.withLock({ $0 }) { _ = hear() }
    }
  }

  @Test(arguments: Careless.Mistake.allCases.map(\.rawValue))
  func `a careless provider breaks its promise`(promise: String) throws {
    let mistake = try #require(Careless.Mistake(rawValue: promise))
    #expect(throws: ContractViolation.self) {
      try Self.run(promise, traits: Self.everything) { _ in
        let provider = Careless(mistake)
        return CredentialSubject(
          provider: mistake == .showsItsToken ? Shown(provider: provider) : provider,
          refreshCount: { provider.count.withLock { $0 } }, signOut: { provider.signOut() })
      }
    }
  }

  /// Keeps the token where everybody sees it.
  private struct Shown: CredentialProvider {
    let provider: Careless
    let token = "a-careless-token"
    func credential() async throws -> Credential? { try await provider.credential() }
    func invalidate(_ credential: Credential) async { await provider.invalidate(credential) }
  }
}
