import MaruContract
import MaruKeychain
import MaruTesting
import Security
import Testing

/// Time of the machine, for waiting on other threads.
private struct RealClock: MonotonicClock {
  private static let start = ContinuousClock.now

  func now() -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 0).advanced(by: ContinuousClock.now - Self.start)
  }

  func sleep(until deadline: MonotonicInstant) async throws {
    try await Task.sleep(for: now().duration(to: deadline))
  }
}

extension TheKeychain {
  /// The adapter keeps the contract of every store of secrets, over the model.
  @Suite struct `The adapter over the model` {
    static let locked = SecretStoreCondition(
      "the device was not unlocked", codes: [.locked], refuses: [.reading, .writing])
    static let foreign = SecretStoreCondition(
      "the program is not entitled", codes: [.missingEntitlement])
    static let absent = SecretStoreCondition("there is no keychain", codes: [.unavailable])
    static let refused = SecretStoreCondition("the user says no", codes: [.denied])

    static func contract(_ store: KeychainStore, isMac: Bool) -> SecretStoreContract {
      SecretStoreContract(
        environment: ContractEnvironment(clock: RealClock()), traits: [.persists],
        conditions: isMac ? [absent, refused] : [locked, foreign, absent, refused]
      ) {
        let keychain = ModelKeychain.shared
        keychain.reset()
        keychain.device.isMac = isMac
        let groups = keychain.device.accessGroups
        return SecretStorePlace(
          open: { store },
          set: { condition in
            keychain.interpose { call, proceed in
              switch condition {
              case absent: errSecNotAvailable
              case refused: errSecAuthFailed
              default: proceed(call)
              }
            }
            keychain.device.lock = condition == locked ? .neverUnlocked : .unlocked
            keychain.device.accessGroups = condition == foreign ? [] : groups
          }, remove: { keychain.reset() })
      }
    }

    static let protected = contract(KeychainStore(), isMac: false)
    static let login = contract(KeychainStore(keychain: .macOSLogin), isMac: true)

    @Test(arguments: protected.cases)
    func `the data-protection keychain keeps it`(promise: ContractCase) async throws {
      try await promise.run()
    }

    @Test(arguments: login.cases)
    func `the login keychain keeps it`(promise: ContractCase) async throws {
      try await promise.run()
    }

    @Test func `nothing is left out`() {
      #expect(Self.protected.leftOut.isEmpty && Self.login.leftOut.isEmpty)
    }
  }
}
