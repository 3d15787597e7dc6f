import Foundation
import MaruContract
import MaruKeychain
import Security
import Testing

/// One promise of the adapter's, which any adapter, also a mistaken one, can be held against.
struct AdapterCase: Sendable, CustomTestStringConvertible {
  let name: String
  let run: @Sendable () async throws -> Void
  var testDescription: String { name }

  static let all = values + races + refusals + places

  static func named(_ name: String) -> AdapterCase? { all.first { $0.name == name } }

  static func key(_ name: String, in namespace: String = "tokens") throws -> SecretKey {
    try SecretKey(name, in: SecretNamespace(namespace))
  }

  static var keychain: ModelKeychain { .shared }
}

// Values: what is written is read, and what is deleted is gone.
extension AdapterCase {
  static let values: [AdapterCase] = [
    AdapterCase(name: "bytes of every kind come back") {
      let store = KeychainStore()
      let kinds: [[UInt8]] = [[], [0], Array(0...255), Array(repeating: 7, count: 8_192)]
      for (index, bytes) in kinds.enumerated() {
        try await store.write(Sensitive(bytes), for: key("a\(index)"))
        try await expect(store.outcome(of: key("a\(index)")), is: .success(bytes), "a value")
      }
      try await expect(
        store.codeOfWriting(.init(repeating: 1, count: 8_193), for: key("b")),
        is: .tooLarge, "8193 bytes")
    },
    AdapterCase(name: "a new item takes one call") {
      try await KeychainStore().write(Sensitive([1]), for: key("a"))
      try expect(keychain.calls, is: [.add], "calls")
    },
    AdapterCase(name: "an item is replaced whatever it was stored with") {
      let store = KeychainStore()
      for (index, accessibility) in SecretAccessibility.allCases.enumerated() {
        let bytes = [UInt8(index)]
        try await store.write(Sensitive(bytes), for: key("a"), accessibility: accessibility)
        try await expect(store.outcome(of: key("a")), is: .success(bytes), "a value")
        try expect(keychain.count, is: 1, "items")
      }
    },
    AdapterCase(name: "a value can be read once the device was unlocked, unless it asks for more") {
      let store = KeychainStore()
      try await store.write(Sensitive([1]), for: key("kept"))
      try await store.write(Sensitive([2]), for: key("strict"), accessibility: .whenUnlocked)
      try await store.write(Sensitive([3]), for: key("moved"), accessibility: .whenUnlocked)
      try await store.write(Sensitive([4]), for: key("moved"))
      keychain.device.lock = .lockedAgain
      try await expect(store.outcome(of: key("kept")), is: .success([1]), "the default")
      try await expect(store.outcome(of: key("strict")).code, is: .locked, "while unlocked only")
      try await expect(store.outcome(of: key("moved")), is: .success([4]), "one that was changed")
    },
    AdapterCase(name: "items are not synchronized") {
      try await KeychainStore().write(Sensitive([1]), for: key("a"))
      let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrSynchronizable as String: true,
      ]
      try expect(SecItemCopyMatching(query as CFDictionary, nil), is: errSecItemNotFound, "search")
    },
    AdapterCase(name: "one item is deleted and no other, and one that is missing too") {
      let store = KeychainStore()
      for name in ["a", "b"] { try await store.write(Sensitive([1]), for: key(name)) }
      try await store.delete(key("a"))
      try await store.delete(key("a"))
      try await expect(store.outcome(of: key("a")).code, is: .notFound, "the deleted one")
      try await expect(store.outcome(of: key("b")), is: .success([1]), "the other")
    },
    AdapterCase(name: "all items of a namespace are deleted and no other") {
      let store = KeychainStore()
      for name in ["a", "b", "c"] {
        try await store.write(Sensitive([1]), for: key(name), accessibility: .whenUnlocked)
        try await store.write(Sensitive([2]), for: key(name, in: "others"))
      }
      try await store.deleteAll(in: SecretNamespace("tokens"))
      try await store.deleteAll(in: SecretNamespace("tokens"))
      try expect(keychain.count, is: 3, "items")
      try await expect(store.outcome(of: key("b")).code, is: .notFound, "a deleted one")
      try await expect(store.outcome(of: key("b", in: "others")), is: .success([2]), "another")
    },
    AdapterCase(name: "what an earlier version synchronized is deleted too") {
      let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "tokens",
        kSecAttrAccount as String: "a", kSecAttrSynchronizable as String: true,
      ]
      try expect(SecItemAdd(item as CFDictionary, nil), is: errSecSuccess, "adding")
      try await KeychainStore().delete(key("a"))
      try expect(keychain.count, is: 0, "items")
    },
  ]
}

// Other processes, which get in between two calls.
extension AdapterCase {
  private static func otherProcess(_ body: (inout [String: Any]) -> Void) -> CFDictionary {
    var item: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "tokens",
      kSecAttrAccount as String: "a",
    ]
    body(&item)
    return item as CFDictionary
  }

  static let races: [AdapterCase] = [
    AdapterCase(name: "an item that another process adds is changed") {
      keychain.beforeNext(.add) {
        _ = SecItemAdd(otherProcess { $0[kSecValueData] = Data([9]) }, nil)
      }
      try await KeychainStore().write(Sensitive([1]), for: key("a"))
      try expect(keychain.count, is: 1, "items")
      try await expect(KeychainStore().outcome(of: key("a")), is: .success([1]), "the value")
    },
    AdapterCase(name: "an item that another process deletes is added again") {
      try await KeychainStore().write(Sensitive([1]), for: key("a"))
      keychain.beforeNext(.update) { _ = SecItemDelete(otherProcess { _ in }) }
      try await KeychainStore().write(Sensitive([2]), for: key("a"))
      try await expect(KeychainStore().outcome(of: key("a")), is: .success([2]), "the value")
    },
    AdapterCase(name: "an item that is there and is not there ends after three calls") {
      keychain.interpose { call, proceed in
        switch call.action {
        case .add: errSecDuplicateItem
        case .update: errSecItemNotFound
        default: proceed(call)
        }
      }
      let code = try await KeychainStore().codeOfWriting([1], for: key("a"))
      try expect(code, is: .failed, "the code")
      try expect(keychain.calls, is: [.add, .update, .add], "calls")
    },
  ]
}

// Refusals, which are never taken for an absence, and cost nothing that is stored.
extension AdapterCase {
  static let refusals: [AdapterCase] = [
    AdapterCase(name: "a locked device is no absence, and loses nothing") {
      let store = KeychainStore()
      try await store.write(Sensitive([1]), for: key("a"), accessibility: .whenUnlocked)
      for lock in [ModelKeychain.Device.Lock.lockedAgain, .neverUnlocked] {
        keychain.device.lock = lock
        try await expect(store.outcome(of: key("a")).code, is: .locked, "reading")
        let code = try await store.codeOfWriting([2], for: key("a"), .whenUnlocked)
        try expect(code, is: .locked, "writing")
      }
      keychain.device.lock = .unlocked
      try await expect(store.outcome(of: key("a")), is: .success([1]), "the value afterwards")
    },
    AdapterCase(name: "each status has its code in each call") {
      let store = KeychainStore()
      let codes: [(OSStatus, SecretStoreError.Code)] = [
        (errSecInteractionNotAllowed, .locked), (errSecUserCanceled, .denied),
        (errSecAuthFailed, .denied), (errSecMissingEntitlement, .missingEntitlement),
        (errSecNotAvailable, .unavailable), (errSecDecode, .damaged), (errSecDiskFull, .full),
        (errSecParam, .failed), (errSecNoSuchAttr, .failed), (-1, .failed),
      ]
      try await store.write(Sensitive([1]), for: key("a"))
      for (status, code) in codes {
        keychain.failNext(.copyMatching, with: status)
        try await expect(store.outcome(of: key("a")).code, is: code, "reading, \(status)")
        for action in [ModelKeychain.Action.add, .update] {
          keychain.failNext(action, with: status)
          let found = try await store.codeOfWriting([2], for: key("a"))
          try expect(found, is: code, "writing, \(status)")
        }
        keychain.failNext(.delete, with: status)
        let error = await store.errorOfDeletingAll(in: try key("a").namespace)
        try expect(error?.code, is: code, "deleting, \(status)")
        try expect(error?.systemCode, is: Int(status), "its number")
        try await expect(store.outcome(of: key("a")), is: .success([1]), "the value afterwards")
      }
    },
    AdapterCase(name: "a result that is no bytes is damage") {
      try await KeychainStore().write(Sensitive([1]), for: key("a"))
      keychain.failNext(.copyMatching, with: errSecSuccess)
      try await expect(KeychainStore().outcome(of: key("a")).code, is: .damaged, "reading")
    },
    AdapterCase(name: "a device without a passcode takes no item that needs one") {
      keychain.device.hasPasscode = false
      let code = try await KeychainStore().codeOfWriting(
        [1], for: key("a"), .whenPasscodeSetThisDeviceOnly)
      try expect(code, is: .unavailable, "writing")
      try expect(keychain.count, is: 0, "items")
    },
  ]
}

// Where items are: groups of apps, and a Mac's two keychains.
extension AdapterCase {
  static let places: [AdapterCase] = [
    AdapterCase(name: "a group's items are its own") {
      keychain.device.accessGroups = ["ABCDE12345.app", "ABCDE12345.shared", "group.app"]
      let groups = try ["ABCDE12345.shared", "group.app"].map(KeychainAccessGroup.init)
      let stores = groups.map { KeychainStore(accessGroup: $0) }
      for (index, store) in stores.enumerated() {
        try await store.write(Sensitive([UInt8(index)]), for: key("a"))
      }
      try expect(keychain.count, is: 2, "items")
      for (index, store) in stores.enumerated() {
        try await expect(store.outcome(of: key("a")), is: .success([UInt8(index)]), "a value")
      }
      try await stores[0].delete(key("a"))
      try await stores[0].deleteAll(in: key("a").namespace)
      try await expect(stores[1].outcome(of: key("a")), is: .success([1]), "the other group's")
    },
    AdapterCase(name: "a group of somebody else's needs an entitlement") {
      let store = KeychainStore(accessGroup: try KeychainAccessGroup("ZZZZZ99999.other"))
      let code = try await store.codeOfWriting([1], for: key("a"))
      try expect(code, is: .missingEntitlement, "writing")
      try await expect(store.outcome(of: key("a")).code, is: .missingEntitlement, "reading")
    },
    AdapterCase(name: "on a Mac items are in the data-protection keychain") {
      keychain.device.isMac = true
      try await KeychainStore().write(Sensitive([1]), for: key("a"), accessibility: .whenUnlocked)
      keychain.device.lock = .lockedAgain
      // The login keychain would not know that the device is locked.
      try await expect(KeychainStore().outcome(of: key("a")).code, is: .locked, "reading")
      let login = KeychainStore(keychain: .macOSLogin)
      try await expect(login.outcome(of: key("a")).code, is: .notFound, "the login keychain")
    },
    AdapterCase(name: "a tool without entitlements is told so, and may choose the login keychain") {
      keychain.device.isMac = true
      keychain.device.accessGroups = []
      let code = try await KeychainStore().codeOfWriting([1], for: key("a"))
      try expect(code, is: .missingEntitlement, "writing")
      try await expect(
        KeychainStore().outcome(of: key("a")).code, is: .missingEntitlement, "reading")
      try expect(keychain.count, is: 0, "items")

      let login = KeychainStore(
        accessGroup: try KeychainAccessGroup("ZZZZZ99999.other"), keychain: .macOSLogin)
      for name in ["a", "b", "c"] {
        try await login.write(Sensitive([1]), for: key(name))
        try await login.write(Sensitive([2]), for: key(name))
        try await login.write(Sensitive([3]), for: key(name, in: "others"))
      }
      try await expect(login.outcome(of: key("b")), is: .success([2]), "a value")
      try await login.delete(key("a"))
      try await expect(login.outcome(of: key("a")).code, is: .notFound, "the deleted one")
      try await login.deleteAll(in: key("a").namespace)
      try expect(keychain.count, is: 3, "items")
    },
  ]
}
