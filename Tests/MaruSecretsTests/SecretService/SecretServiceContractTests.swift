#if os(Linux)
  import MaruContract
  import MaruSecrets
  import MaruTesting
  import Testing

  /// The desktop's Secret Service keeps the contract of every store of secrets: gnome-keyring does, on a
  /// bus of each case's own.
  @Suite(
    .enabled(
      if: DesktopSession.missing == nil, "needs dbus-daemon, dbus-send and gnome-keyring-daemon"),
    .serialized, .outlivesServiceCrashes)
  struct SecretServiceContractTests {
    static let locked = SecretStoreCondition("the collection is locked", codes: [.locked])
    static let gone = SecretStoreCondition("the service is gone", codes: [.unavailable])
    static let busless = SecretStoreCondition("the bus is gone", codes: [.unavailable])

    static let contract = SecretStoreContract(
      environment: ContractEnvironment(clock: RealClock()), traits: [.persists],
      conditions: [locked, gone, busless]
    ) {
      let place = try await DesktopPlace()
      return SecretStorePlace(
        open: { await place.store() }, set: { try await place.set($0) },
        remove: { await place.remove() })
    }

    @Test(arguments: contract.cases)
    func `the Secret Service keeps it`(promise: ContractCase) async throws {
      try await promise.run()
    }

    @Test func `nothing is left out`() { #expect(Self.contract.leftOut.isEmpty) }
  }

  /// A session whose service can be taken away.
  private actor DesktopPlace {
    private let session: DesktopSession

    init() async throws {
      session = try DesktopSession()
      try await session.startService()
    }

    func store() -> SecretServiceStore { session.store() }

    func set(_ condition: SecretStoreCondition?) async throws {
      session.stopService()
      switch condition {
      case SecretServiceContractTests.locked: try await session.startService(password: nil)
      case SecretServiceContractTests.gone: break
      case SecretServiceContractTests.busless: session.stopBus()
      default:
        if !session.hasBus { try session.startBus() }
        try await session.startService()
      }
    }

    func remove() {
      session.stopService()
      session.stopBus()
    }
  }
#endif
