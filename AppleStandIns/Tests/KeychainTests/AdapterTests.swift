import Foundation
import MaruKeychain
import Security
import SignatureProbes
import Testing

extension TheKeychain {
  @Suite struct `The adapter` {
    init() { ModelKeychain.shared.reset() }

    @Test(arguments: AdapterCase.all) func `keeps its promises`(of promise: AdapterCase)
      async throws
    {
      try await promise.run()
    }

    @Test func `asks for nothing that its probe does not name`() async throws {
      let named = Set(SecItemNameProbe.texts.map { $0 as String })
      let seen = SeenKeys()
      for promise in AdapterCase.values + AdapterCase.places {
        ModelKeychain.shared.reset()
        ModelKeychain.shared.interpose { call, proceed in
          seen.add(call.query.keys)
          seen.add(call.changes.keys)
          return proceed(call)
        }
        try await promise.run()
      }
      #expect(seen.keys.count > 5)
      #expect(seen.keys.subtracting(named) == [])
    }

    @Test func `knows statuses by the numbers that the framework has`() {
      for (status, number) in SecItemNameProbe.statuses { #expect(status == number) }
      let named = Set(SecItemNameProbe.statuses.map(\.number))
      #expect(Set(KeychainStatus.meanings.keys).subtracting(named) == [])
      #expect(KeychainStatus.success == errSecSuccess)
      #expect(KeychainStatus.duplicateItem == errSecDuplicateItem)
      #expect(KeychainStatus.itemNotFound == errSecItemNotFound)
    }
  }

  @Suite struct `A mistaken adapter` {
    init() { ModelKeychain.shared.reset() }

    @Test(arguments: Mistake.all) func `is found`(with mistake: Mistake) async throws {
      let finder = try #require(AdapterCase.named(mistake.finder))
      let keychain = ModelKeychain.shared
      // Without the mistake it passes: what is found is the mistake.
      try await finder.run()
      keychain.reset()
      keychain.interpose(mistake.interposer)
      await #expect(throws: (any Error).self, "\(mistake.name)") { try await finder.run() }
    }
  }
}

/// What keys the keychain was asked with.
private final class SeenKeys: @unchecked Sendable {
  // @unchecked: touched between lock and unlock of 'lock' only.
  private let lock = NSLock()
  private var seen: Set<String> = []
  var keys: Set<String> { lock.withLock { seen } }
  func add(_ keys: some Sequence<String>) { lock.withLock { seen.formUnion(keys) } }
}
