public import MaruContract
internal import MaruSystem

/// Keeps secrets in this process's memory, and loses them with it.
///
/// For tests, and for programs that are to keep nothing. What it holds is plain to whoever can read
/// the memory, its dumps or its swap; deleting lets go of the bytes and does not overwrite them, since
/// readers may have copies.
public final class MemorySecretStore: SecretStore {
  private let values = Locked<[SecretKey: Sensitive<[UInt8]>]>([:])

  /// Makes an empty store.
  public init() {}

  /// The value of a secret.
  ///
  /// - Throws: `SecretStoreError` with `notFound` if there is none.
  public func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    guard let value = values.withLock({ $0[key] }) else {
      throw SecretStoreError(.notFound, reason: "expected a secret, found none")
    }
    return value
  }

  /// Keeps a value; any accessibility is taken, and none changes anything.
  ///
  /// - Throws: `SecretStoreError` with `tooLarge`.
  public func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    try SecretLimits.check(value)
    values.withLock { $0[key] = value }
  }

  /// Deletes a secret; never throws.
  public func delete(_ key: SecretKey) async throws(SecretStoreError) {
    values.withLock { $0[key] = nil }
  }

  /// Deletes all secrets of a namespace and no other; never throws.
  public func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    values.withLock { $0 = $0.filter { $0.key.namespace != namespace } }
  }
}

extension MemorySecretStore: CustomStringConvertible, CustomReflectable {
  /// What kind of store it is, and nothing that it holds.
  public var description: String { "MemorySecretStore" }
  /// A mirror without children: `dump` finds nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
