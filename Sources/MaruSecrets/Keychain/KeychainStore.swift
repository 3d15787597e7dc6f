#if canImport(Security)
  internal import Foundation
  public import MaruContract
  internal import MaruSystem
  internal import Security

  /// Keeps secrets in the keychain of Apple's systems, as generic passwords.
  ///
  /// A secret's namespace is the item's service, and its name the item's account. Items are not
  /// synchronized. Calls block, so they run on threads of their own.
  ///
  /// An app without `accessGroup` adds to its first group, and reads, changes and deletes in all that
  /// it is entitled to. Name one if it has several.
  public struct KeychainStore: SecretStore {
    /// Which of macOS's keychains; elsewhere there is one, and either choice means it.
    @nonexhaustive
    public enum Keychain: Sendable, Hashable {
      /// The one that iOS has too: accessibility and access groups hold. Needs a program that is
      /// signed with an identifier; others get `missingEntitlement`.
      case dataProtection
      /// The user's login keychain, for command-line tools and others that are not entitled.
      ///
      /// It is open while the user is logged in, and guarded by a list of programs instead of access
      /// groups: reading what another program wrote, or what this one wrote before it was signed
      /// anew, may ask the user. Accessibility changes nothing.
      case macOSLogin
    }

    private let query: KeychainQuery

    /// Makes a store; asks nothing of the keychain yet.
    ///
    /// - Parameters:
    ///   - accessGroup: the group that shares the items; nil: the app's own. The login keychain has
    ///     none.
    ///   - keychain: the data-protection keychain unless the app chooses otherwise: a store never
    ///     falls back to the other by itself.
    public init(accessGroup: KeychainAccessGroup? = nil, keychain: Keychain = .dataProtection) {
      query = KeychainQuery(accessGroup: accessGroup, keychain: keychain)
    }

    /// The value of a secret.
    ///
    /// - Throws: `SecretStoreError`: `notFound` if there is none, `locked` while the device is,
    ///   `missingEntitlement`, `denied`, `damaged`, `unavailable`, else `failed` with the status.
    public func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
      let query = query
      return try await BlockingWork.value { () throws(SecretStoreError) in
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query.reading(key) as CFDictionary, &result)
        guard status == errSecSuccess else { throw KeychainStatus.error(status) }
        guard let data = result as? Data else { throw KeychainStatus.error(errSecDecode) }
        return Sensitive([UInt8](data))
      }
    }

    /// Adds an item, or changes value and accessibility of the one that is there.
    ///
    /// - Throws: `SecretStoreError`: `tooLarge` before anything is asked, else as ``read(_:)``, and
    ///   never `notFound`.
    public func write(
      _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
    ) async throws(SecretStoreError) {
      try SecretLimits.check(value)
      let query = query
      try await BlockingWork.value { () throws(SecretStoreError) in
        let bytes = value.value
        var writing = KeychainWriting()
        while true {
          switch writing.step {
          case .add:
            let item = query.adding(bytes, key, accessibility) as CFDictionary
            writing.received(SecItemAdd(item, nil))
          case .update:
            let found = query.finding(key) as CFDictionary
            let changes = query.changes(bytes, accessibility) as CFDictionary
            writing.received(SecItemUpdate(found, changes))
          case .written: return
          case .failed(let error): throw error
          }
        }
      }
    }

    /// Deletes an item, also a synchronized one of an earlier version of the app.
    ///
    /// - Throws: `SecretStoreError`, as ``read(_:)`` but never `notFound`.
    public func delete(_ key: SecretKey) async throws(SecretStoreError) {
      try await delete(key.namespace, name: key.name)
    }

    /// Deletes all items of a service.
    ///
    /// - Throws: `SecretStoreError`, as ``read(_:)`` but never `notFound`.
    public func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
      try await delete(namespace, name: nil)
    }

    private func delete(
      _ namespace: SecretNamespace, name: String?
    ) async throws(SecretStoreError) {
      let query = query
      try await BlockingWork.value { () throws(SecretStoreError) in
        // The login keychain deletes one item at a time, whatever is asked.
        var deleting = KeychainDeleting(isOneAtATime: query.keychain == .macOSLogin)
        while true {
          switch deleting.step {
          case .delete:
            let found = query.deleting(namespace, name: name) as CFDictionary
            deleting.received(SecItemDelete(found))
          case .deleted: return
          case .failed(let error): throw error
          }
        }
      }
    }
  }
#endif
