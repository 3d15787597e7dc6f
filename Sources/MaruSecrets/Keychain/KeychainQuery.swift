#if canImport(Security)
  internal import Foundation
  internal import MaruContract
  internal import Security

  /// The dictionaries that the keychain is asked with.
  ///
  /// An item is found by class, service, account and, if one was named, access group: never by its
  /// accessibility, which would hide an item that was stored with another one. Then adding says that it
  /// is there, and updating that it is not.
  struct KeychainQuery: Sendable {
    let accessGroup: KeychainAccessGroup?
    let keychain: KeychainStore.Keychain

    /// What finds one item, or all of a namespace.
    private func identity(_ namespace: SecretNamespace, name: String?) -> [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: namespace.rawValue,
      ]
      if let name { query[kSecAttrAccount as String] = name }
      switch keychain {
      case .dataProtection:
        // On macOS; elsewhere there is no other keychain.
        query[kSecUseDataProtectionKeychain as String] = true
        if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup.rawValue }
      case .macOSLogin:
        // It knows no access groups.
        break
      }
      return query
    }

    func reading(_ key: SecretKey) -> [String: Any] {
      var query = identity(key.namespace, name: key.name)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      return query
    }

    /// A new item; it is not synchronized, which is what items are that don't say so.
    func adding(
      _ value: [UInt8], _ key: SecretKey, _ accessibility: SecretAccessibility
    ) -> [String: Any] {
      finding(key).merging(changes(value, accessibility)) { _, new in new }
    }

    /// The item that is changed.
    func finding(_ key: SecretKey) -> [String: Any] { identity(key.namespace, name: key.name) }

    func changes(_ value: [UInt8], _ accessibility: SecretAccessibility) -> [String: Any] {
      var changes: [String: Any] = [kSecValueData as String: Data(value)]
      // The login keychain has one lock for all that is in it.
      if keychain == .dataProtection {
        changes[kSecAttrAccessible as String] = accessibility.attribute
      }
      return changes
    }

    /// What is deleted: synchronized ones as well, which an earlier version of the app may have left.
    ///
    /// No limit: the data-protection keychain refuses one here, and deletes all that match.
    func deleting(_ namespace: SecretNamespace, name: String?) -> [String: Any] {
      var query = identity(namespace, name: name)
      if keychain == .dataProtection {
        query[kSecAttrSynchronizable as String] = kSecAttrSynchronizableAny
      }
      return query
    }
  }

  extension SecretAccessibility {
    fileprivate var attribute: CFString {
      switch self {
      case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
      case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      case .whenPasscodeSetThisDeviceOnly: kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly
      case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
      case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
      // One that a later version adds is kept as the default, which never leaves the device.
      @unknown default: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
      }
    }
  }
#endif
