import Maru
import MaruTesting
import Testing

/// A store of an app's own: it keeps nothing beyond the process.
actor NotesStore: SecretStore {
  private var notes: [SecretKey: Sensitive<[UInt8]>] = [:]

  func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    guard let note = notes[key] else {
      throw SecretStoreError(.notFound, reason: "expected a note, found none")
    }
    return note
  }

  func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    try SecretLimits.check(value)
    notes[key] = value
  }

  func delete(_ key: SecretKey) async throws(SecretStoreError) { notes[key] = nil }

  func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    notes = notes.filter { $0.key.namespace != namespace }
  }
}

@Suite struct StoreContractTests {
  static let contract = SecretStoreContract(
    environment: ContractEnvironment(clock: SystemClock()), traits: []
  ) {
    let store = NotesStore()
    return SecretStorePlace(open: { store })
  }

  @Test(arguments: contract.cases) func `the store keeps the contract`(
    of promise: ContractCase
  ) async throws {
    try await promise.run()
  }
}
