import Foundation
import Security
import Testing

extension TheKeychain {
  /// The model against what Apple documents and publishes.
  @Suite struct `The model of the keychain` {
    private let keychain = ModelKeychain.shared

    init() { keychain.reset() }

    private func query(
      _ more: [CFString: Any], class itemClass: CFString = kSecClassGenericPassword
    ) -> CFDictionary {
      var query: [String: Any] = [kSecClass as String: itemClass]
      for (key, value) in more { query[key] = value }
      return query as CFDictionary
    }

    private func add(_ more: [CFString: Any]) -> OSStatus { SecItemAdd(query(more), nil) }

    private func read(_ more: [CFString: Any]) -> (OSStatus, AnyObject?) {
      var result: CFTypeRef?
      return (SecItemCopyMatching(query(more), &result), result)
    }

    @Test func `tells generic passwords apart by account, service, group and synchronizing`() {
      keychain.device.accessGroups = ["ABCDE12345.app", "ABCDE12345.shared"]
      #expect(add([kSecAttrAccount: "a", kSecAttrService: "s"]) == errSecSuccess)
      let same: [[CFString: Any]] = [
        [:], [kSecAttrLabel: "x"], [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock],
        [kSecValueData: Data([1])], [kSecAttrAccessGroup: "ABCDE12345.app"],
        [kSecAttrSynchronizable: false],
      ]
      for more in same {
        let item = more.merging([kSecAttrAccount: "a", kSecAttrService: "s"]) { $1 }
        #expect(add(item) == errSecDuplicateItem, "\(more)")
      }
      let other: [[CFString: Any]] = [
        [kSecAttrAccount: "b"], [kSecAttrService: "t"], [kSecAttrAccessGroup: "ABCDE12345.shared"],
        [kSecAttrSynchronizable: true],
      ]
      for more in other {
        let item = more.merging([kSecAttrAccount: "a", kSecAttrService: "s"]) { one, _ in one }
        #expect(add(item) == errSecSuccess, "\(more)")
      }
    }

    @Test func `tells internet passwords apart by where they are for`() {
      let item: [CFString: Any] = [kSecAttrAccount: "a", kSecAttrServer: "h"]
      let kind = kSecClassInternetPassword
      #expect(SecItemAdd(query(item, class: kind), nil) == errSecSuccess)
      #expect(SecItemAdd(query(item, class: kind), nil) == errSecDuplicateItem)
      let other: [[CFString: Any]] = [
        [kSecAttrSecurityDomain: "d"], [kSecAttrProtocol: "htps"], [kSecAttrPort: 8443],
        [kSecAttrAuthenticationType: "form"], [kSecAttrPath: "/p"],
      ]
      for more in other {
        let item = item.merging(more) { $1 }
        #expect(SecItemAdd(query(item, class: kind), nil) == errSecSuccess, "\(more)")
      }
    }

    @Test func `hides an item from a query with another accessibility, and yet has it`() {
      #expect(add([kSecAttrAccount: "a"]) == errSecSuccess)
      let strict: [CFString: Any] = [
        kSecAttrAccount: "a", kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock,
      ]
      let changes = [kSecValueData as String: Data()] as CFDictionary
      #expect(SecItemUpdate(query(strict), changes) == errSecItemNotFound)
      #expect(add(strict) == errSecDuplicateItem)
    }

    @Test func `refuses what does not belong into a call`() {
      #expect(add([kSecAttrAccount: "a", kSecValueData: Data([1])]) == errSecSuccess)
      let empty = [:] as CFDictionary
      #expect(SecItemAdd(empty, nil) == errSecParam)
      #expect(SecItemAdd(query([:], class: "none"), nil) == errSecNoSuchClass)
      #expect(SecItemAdd(query([:], class: kSecClassKey), nil) == errSecUnimplemented)
      #expect(add([kSecAttrServer: "h"]) == errSecNoSuchAttr)
      #expect(add([kSecValueData: "text"]) == errSecParam)
      #expect(add([kSecAttrAccount: 7]) == errSecParam)
      #expect(add([kSecAttrAccessible: "sometimes"]) == errSecParam)
      #expect(add([kSecMatchLimit: kSecMatchLimitOne]) == errSecParam)
      #expect(add([kSecAttrSynchronizable: kSecAttrSynchronizableAny]) == errSecParam)
      #expect(add(["r_Nothing": true]) == errSecParam)
      #expect(SecItemCopyMatching(query([kSecReturnData: true]), nil) == errSecParam)
      #expect(read([kSecReturnData: "yes"]).0 == errSecParam)
      #expect(read([kSecMatchLimit: "some"]).0 == errSecParam)
      #expect(read([kSecAttrServer: "h"]).0 == errSecNoSuchAttr)
      let limits: [[CFString: Any]] = [
        [kSecMatchLimit: kSecMatchLimitAll], [kSecMatchCaseInsensitive: true],
      ]
      for limit in limits {
        #expect(SecItemUpdate(query(limit), empty) == errSecParam)
        #expect(SecItemDelete(query(limit)) == errSecParam)
      }
      #expect(SecItemUpdate(query([kSecReturnData: true]), empty) == errSecParam)
      let changes: [(CFString, Any, OSStatus)] = [
        (kSecClass, kSecClassGenericPassword, errSecNoSuchAttr), (kSecValueData, 7, errSecParam),
        (kSecAttrServer, "h", errSecNoSuchAttr),
      ]
      for (key, value, status) in changes {
        #expect(SecItemUpdate(query([:]), [key as String: value] as CFDictionary) == status)
      }
      #expect(read([kSecReturnData: true]).1 as? Data == Data([1]))
    }

    @Test func `reads one unless more are asked for, and changes and deletes all`() {
      for name in ["a", "b", "c"] {
        #expect(add([kSecAttrAccount: name, kSecValueData: Data(name.utf8)]) == errSecSuccess)
      }
      #expect(read([kSecReturnData: true]).1 as? Data == Data("a".utf8))
      let all = read([kSecReturnData: true, kSecMatchLimit: kSecMatchLimitAll]).1
      #expect((all as? [Data])?.count == 3)
      #expect((read([kSecReturnData: true, kSecMatchLimit: 2]).1 as? [Data])?.count == 2)
      let attributes = read([kSecReturnAttributes: true, kSecReturnData: true]).1 as? [String: Any]
      #expect(attributes?[kSecAttrAccount] as? String == "a")
      #expect(attributes?[kSecValueData] as? Data == Data("a".utf8))
      let changes = [kSecValueData as String: Data("x".utf8)] as CFDictionary
      #expect(SecItemUpdate(query([:]), changes) == errSecSuccess)
      #expect(read([kSecAttrAccount: "c", kSecReturnData: true]).1 as? Data == Data("x".utf8))
      #expect(SecItemDelete(query([:])) == errSecSuccess)
      #expect(SecItemDelete(query([:])) == errSecItemNotFound)
      #expect(read([:]).0 == errSecItemNotFound)
    }

    @Test func `changes nothing if two items would be one`() {
      for name in ["a", "b"] { #expect(add([kSecAttrAccount: name]) == errSecSuccess) }
      let changes = [kSecAttrAccount as String: "a"] as CFDictionary
      #expect(SecItemUpdate(query([kSecAttrAccount: "b"]), changes) == errSecDuplicateItem)
      #expect(read([kSecAttrAccount: "b"]).0 == errSecSuccess)
    }

    @Test func `opens and seals only what the lock allows, and deletes the rest all the same`() {
      let classes: [(CFString, OSStatus, OSStatus)] = [
        (kSecAttrAccessibleWhenUnlocked, errSecInteractionNotAllowed, errSecInteractionNotAllowed),
        (
          kSecAttrAccessibleWhenUnlockedThisDeviceOnly, errSecInteractionNotAllowed,
          errSecInteractionNotAllowed
        ),
        (
          kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, errSecInteractionNotAllowed,
          errSecInteractionNotAllowed
        ),
        (kSecAttrAccessibleAfterFirstUnlock, errSecSuccess, errSecInteractionNotAllowed),
        (
          kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, errSecSuccess,
          errSecInteractionNotAllowed
        ),
      ]
      for (accessible, lockedAgain, neverUnlocked) in classes {
        keychain.reset()
        #expect(add([kSecAttrAccount: "a", kSecAttrAccessible: accessible]) == errSecSuccess)
        let states = [
          (ModelKeychain.Device.Lock.lockedAgain, lockedAgain), (.neverUnlocked, neverUnlocked),
        ]
        for (lock, status) in states {
          keychain.device.lock = lock
          #expect(read([kSecReturnData: true]).0 == status)
          // That it is there can be told.
          #expect(read([:]).0 == errSecSuccess)
          let new: [CFString: Any] = [
            kSecAttrAccount: "b", kSecAttrAccessible: accessible,
          ]
          #expect(add(new) == status)
          _ = SecItemDelete(query([kSecAttrAccount: "b"]))
          let changes = [kSecValueData as String: Data()] as CFDictionary
          #expect(SecItemUpdate(query([kSecAttrAccount: "a"]), changes) == status)
        }
        #expect(SecItemDelete(query([:])) == errSecSuccess)
      }
    }

    @Test func `shows items of the program's own groups only`() {
      keychain.device.accessGroups = ["ABCDE12345.shared", "ABCDE12345.app"]
      #expect(add([kSecAttrAccount: "a"]) == errSecSuccess)
      keychain.device.accessGroups = ["ABCDE12345.app"]
      #expect(read([:]).0 == errSecItemNotFound)
      #expect(SecItemDelete(query([:])) == errSecItemNotFound)
      #expect(read([kSecAttrAccessGroup: "ABCDE12345.shared"]).0 == errSecMissingEntitlement)
      keychain.device.accessGroups = []
      for status in [read([:]).0, add([:]), SecItemDelete(query([:]))] {
        #expect(status == errSecMissingEntitlement)
      }
      keychain.device.accessGroups = ["ABCDE12345.shared"]
      #expect(read([:]).0 == errSecSuccess)
    }

    @Test func `keeps a Mac's two keychains apart`() {
      keychain.device.isMac = true
      let protected: [CFString: Any] = [kSecUseDataProtectionKeychain: true]
      for name in ["a", "b"] { #expect(add([kSecAttrAccount: name]) == errSecSuccess) }
      #expect(read(protected).0 == errSecItemNotFound)
      #expect(add(protected.merging([kSecAttrAccount: "a"]) { $1 }) == errSecSuccess)
      // One at a time in the login keychain.
      #expect(SecItemDelete(query([:])) == errSecSuccess)
      #expect(keychain.count == 2)
      #expect(SecItemDelete(query([kSecMatchLimit: kSecMatchLimitAll])) == errSecSuccess)
      #expect(keychain.count == 1)
      keychain.device.isMac = false
      // Elsewhere there is one, whatever is said.
      #expect(read([:]).0 == errSecSuccess)
    }
  }
}
