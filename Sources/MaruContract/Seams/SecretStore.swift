/// Keeps small secrets where the system keeps them: the Keychain, the desktop's Secret Service, an
/// encrypted file, or memory.
///
/// A write is one step: whoever reads sees the old value or the new one, also after a crash. When it
/// returns, the value survives the end of the process. Calls of any number of tasks and processes may
/// run at once; the last write stays. Nothing blocks a thread of Swift's pool.
///
/// Cancelling the task does not end a call: it is short, and half a write helps nobody.
public protocol SecretStore: Sendable {
  /// The value of a secret.
  ///
  /// - Throws: ``SecretStoreError``; only its code `notFound` means that there is none.
  func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]>

  /// Keeps a value under a key, whether there was one or not.
  ///
  /// - Parameters:
  ///   - value: up to ``SecretLimits/maximumBytes`` bytes; none is a value too.
  ///   - key: where to find it again.
  ///   - accessibility: when it can be read; also changes that of a value that is there.
  /// - Throws: ``SecretStoreError``; then the old value is still there.
  func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError)

  /// Deletes a secret; one that is not there is deleted already.
  ///
  /// - Throws: ``SecretStoreError``, never with the code `notFound`.
  func delete(_ key: SecretKey) async throws(SecretStoreError)

  /// Deletes all secrets of a namespace and no other.
  ///
  /// - Throws: ``SecretStoreError``, never with the code `notFound`; some may be deleted then.
  func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError)
}

extension SecretStore {
  /// Keeps a value that can be read from the first unlock of the device on, and never leaves it.
  public func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey
  ) async throws(SecretStoreError) {
    try await write(value, for: key, accessibility: .afterFirstUnlockThisDeviceOnly)
  }

  /// The value of a secret; nil if there is none.
  ///
  /// - Throws: ``SecretStoreError``, never with the code `notFound`.
  public func readIfPresent(
    _ key: SecretKey
  ) async throws(SecretStoreError) -> Sensitive<[UInt8]>? {
    do {
      return try await read(key)
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }
}

/// What a store takes.
public enum SecretLimits {
  /// Small values only: keys, tokens and records of them. 8 KiB, which every platform's store takes.
  public static let maximumBytes = 8_192

  /// Refuses a value that is too large, before anything is written.
  public static func check(_ value: Sensitive<[UInt8]>) throws(SecretStoreError) {
    guard value.value.count > maximumBytes else { return }
    throw SecretStoreError(
      .tooLarge, reason: "expected at most \(maximumBytes) bytes, found \(value.value.count)")
  }
}
