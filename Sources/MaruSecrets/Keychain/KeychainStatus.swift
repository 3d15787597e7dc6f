package import MaruContract

/// What the Security framework's numbers mean to a store.
///
/// Plain numbers, so that the meaning is tested where the framework is not: `SecBase.h` names them.
package enum KeychainStatus {
  /// `errSecSuccess`.
  package static let success: Int32 = 0
  /// `errSecDuplicateItem`: an item of this identity is there.
  package static let duplicateItem: Int32 = -25299
  /// `errSecItemNotFound`.
  package static let itemNotFound: Int32 = -25300
  /// `errSecDecode`: what is stored can't be read.
  package static let decode: Int32 = -26275

  /// The error that stands for a status that is no success.
  package static func error(_ status: Int32) -> SecretStoreError {
    let (code, reason) = meanings[status] ?? (.failed, "expected success, found another status")
    return SecretStoreError(code, reason: reason, systemCode: Int(status))
  }

  /// The statuses that an app can act on; all others are `failed`.
  package static let meanings: [Int32: (SecretStoreError.Code, String)] = [
    itemNotFound: (.notFound, "expected an item, found none"),
    // errSecInteractionNotAllowed: says only that the key of the item's class is not in memory.
    -25308: (.locked, "expected protected data to be available, found the device locked"),
    // errSecUserCanceled, errSecAuthFailed.
    -128: (.denied, "expected access, found that the user said no"),
    -25293: (.denied, "expected access, found that it was refused"),
    // errSecMissingEntitlement: an access group of somebody else's, or a program without any.
    -34018: (.missingEntitlement, "expected an entitlement for the access group, found none"),
    // errSecNotAvailable: no keychain, or no passcode for a class that needs one.
    -25291: (.unavailable, "expected a keychain that takes such items, found none"),
    decode: (.damaged, "expected an item that can be decoded, found another"),
    // errSecDiskFull.
    -34: (.full, "expected room on the disk, found none"),
  ]
}
