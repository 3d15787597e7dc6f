import MaruContract
import MaruSystem

/// A store in memory that can be told to fail, or to end with the process, after so many writes.
final class FlakySecrets: SecretStore {
  private struct State {
    var values: [SecretKey: [UInt8]] = [:]
    var changesLeft = Int.max
    var reads = 0
    var changes = 0
  }
  private let state = Locked(State())

  /// Lets so many writes and deletions through, and refuses the rest.
  func fail(after changes: Int) { state.withLock { $0.changesLeft = changes } }

  var keys: [SecretKey] { state.withLock { Array($0.values.keys) } }
  var changes: Int { state.withLock { $0.changes } }
  var contents: [SecretKey: [UInt8]] {
    get { state.withLock { $0.values } }
    set { state.withLock { $0.values = newValue } }
  }

  func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    guard let value = state.withLock({ $0.values[key] }) else {
      throw SecretStoreError(.notFound, reason: "there is none")
    }
    return Sensitive(value)
  }

  func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    try SecretLimits.check(value)
    try change { $0[key] = value.value }
  }

  func delete(_ key: SecretKey) async throws(SecretStoreError) {
    try change { $0[key] = nil }
  }

  func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    try change { values in
      values = values.filter { $0.key.namespace != namespace }
    }
  }

  private func change(_ body: (inout [SecretKey: [UInt8]]) -> Void) throws(SecretStoreError) {
    let isThrough = state.withLock { state in
      guard state.changesLeft > 0 else { return false }
      state.changesLeft -= 1
      state.changes += 1
      body(&state.values)
      return true
    }
    guard isThrough else { throw SecretStoreError(.locked, reason: "it is locked") }
  }
}
