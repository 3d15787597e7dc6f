// What this package believes of Apple's Security framework, said in types.
//
// The same file is compiled here against the stand-in, and by `Scripts/verify-on-mac` against
// Apple's own: where they differ, one of the two does not compile.

public import Foundation
public import Security

/// The four functions of SecItem.h.
public enum SecItemProbe {
  /// Adds an item.
  public static let add: @Sendable (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus =
    SecItemAdd
  /// Finds items.
  public static let copyMatching:
    @Sendable (CFDictionary, UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus = SecItemCopyMatching
  /// Changes items.
  public static let update: @Sendable (CFDictionary, CFDictionary) -> OSStatus = SecItemUpdate
  /// Deletes items.
  public static let delete: @Sendable (CFDictionary) -> OSStatus = SecItemDelete
}

/// The constants that the adapters name.
public enum SecItemNameProbe {
  /// Keys and values; each is a text.
  public static var texts: [CFString] {
    [
      kSecClass, kSecClassGenericPassword, kSecAttrService, kSecAttrAccount, kSecAttrAccessGroup,
      kSecAttrAccessible, kSecAttrSynchronizable, kSecAttrSynchronizableAny,
      kSecAttrAccessibleAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, kSecAttrAccessibleWhenUnlocked,
      kSecAttrAccessibleWhenUnlockedThisDeviceOnly, kSecMatchLimit, kSecMatchLimitOne,
      kSecReturnData, kSecUseDataProtectionKeychain, kSecValueData,
    ]
  }

  /// The statuses, beside the numbers that the code outside this framework knows them by.
  public static let statuses: [(name: OSStatus, number: Int32)] = [
    (errSecSuccess, 0), (errSecDiskFull, -34), (errSecUserCanceled, -128),
    (errSecNotAvailable, -25291), (errSecAuthFailed, -25293), (errSecDuplicateItem, -25299),
    (errSecItemNotFound, -25300), (errSecInteractionNotAllowed, -25308), (errSecDecode, -26275),
    (errSecMissingEntitlement, -34018),
  ]

  /// How a query is written, and how a result is read.
  public static func bridge(_ query: [String: Any], _ result: CFTypeRef?) -> (CFDictionary, Data?) {
    (query as CFDictionary, result as? Data)
  }
}
