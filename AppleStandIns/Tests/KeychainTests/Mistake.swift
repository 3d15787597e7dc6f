import Foundation
import Security
import Testing

/// A mistake that adapters are known to make, planted between the adapter and the keychain: calls
/// reach the keychain, and answers the adapter, as if it had made it.
struct Mistake: Sendable, CustomTestStringConvertible {
  let name: String
  /// The case that finds it.
  let finder: String
  let interposer: ModelKeychain.Interposer
  var testDescription: String { name }

  /// A call that is made in another way than it should be.
  static func call(
    _ name: String, foundBy finder: String,
    _ change: @escaping @Sendable (inout ModelKeychain.Call) -> Void
  ) -> Mistake {
    Mistake(name: name, finder: finder) { call, proceed in
      var call = call
      change(&call)
      return proceed(call)
    }
  }

  /// An answer that is taken for another one.
  static func answer(
    _ name: String, foundBy finder: String, to action: ModelKeychain.Action, _ status: OSStatus,
    takenFor other: OSStatus
  ) -> Mistake {
    Mistake(name: name, finder: finder) { call, proceed in
      let found = proceed(call)
      return call.action == action && found == status ? other : found
    }
  }

  static let all = queries + answers + flows

  private static let replaced = "an item is replaced whatever it was stored with"
  private static let locked = "a locked device is no absence, and loses nothing"
  private static let deleted = "one item is deleted and no other, and one that is missing too"
  private static let emptied = "all items of a namespace are deleted and no other"
  private static let unlockedOnce =
    "a value can be read once the device was unlocked, unless it asks for more"
  private static let tool =
    "a tool without entitlements is told so, and may choose the login keychain"

  private static let queries: [Mistake] = [
    call("the accessibility is part of what finds an item", foundBy: replaced) {
      guard $0.action != .add else { return }
      $0.query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    },
    call("the accessibility is part of what is deleted", foundBy: emptied) {
      guard $0.action == .delete else { return }
      $0.query[kSecAttrAccessible] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    },
    call("the accessibility is not stored", foundBy: unlockedOnce) {
      if $0.action == .add { $0.query[kSecAttrAccessible] = nil }
      $0.changes[kSecAttrAccessible] = nil
    },
    call("an update leaves the accessibility as it was", foundBy: unlockedOnce) {
      $0.changes[kSecAttrAccessible] = nil
    },
    call("an update has a limit", foundBy: replaced) {
      if $0.action == .update { $0.query[kSecMatchLimit] = kSecMatchLimitOne }
    },
    call("a delete has a limit", foundBy: emptied) {
      if $0.action == .delete { $0.query[kSecMatchLimit] = kSecMatchLimitAll }
    },
    call("the access group is forgotten", foundBy: "a group's items are its own") {
      $0.query[kSecAttrAccessGroup] = nil
    },
    call("the access group is forgotten when deleting", foundBy: "a group's items are its own") {
      if $0.action == .delete { $0.query[kSecAttrAccessGroup] = nil }
    },
    call(
      "the data-protection keychain is forgotten",
      foundBy: "on a Mac items are in the data-protection keychain"
    ) { $0.query[kSecUseDataProtectionKeychain] = nil },
    call("items are synchronized", foundBy: "items are not synchronized") {
      if $0.action == .add { $0.query[kSecAttrSynchronizable] = true }
    },
    call(
      "synchronized items are not deleted",
      foundBy: "what an earlier version synchronized is deleted too"
    ) { if $0.action == .delete { $0.query[kSecAttrSynchronizable] = nil } },
    call("the service is forgotten when deleting", foundBy: emptied) {
      if $0.action == .delete { $0.query[kSecAttrService] = nil }
    },
    call("the account is forgotten when deleting", foundBy: deleted) {
      if $0.action == .delete { $0.query[kSecAttrAccount] = nil }
    },
    call("the account is kept as something else", foundBy: deleted) {
      $0.query[kSecAttrLabel] = $0.query[kSecAttrAccount]
      $0.query[kSecAttrAccount] = nil
    },
    call("items are of another class", foundBy: "bytes of every kind come back") {
      $0.query[kSecClass] = kSecClassInternetPassword
    },
    call("the bytes are not asked for", foundBy: "bytes of every kind come back") {
      $0.query[kSecReturnData] = nil
    },
    call("all that match are asked for", foundBy: "bytes of every kind come back") {
      if $0.action == .copyMatching { $0.query[kSecMatchLimit] = kSecMatchLimitAll }
    },
  ]

  private static let answers: [Mistake] = [
    answer(
      "a locked device is taken for an absence", foundBy: locked, to: .copyMatching,
      errSecInteractionNotAllowed, takenFor: errSecItemNotFound),
    answer(
      "a locked device is taken for a success", foundBy: locked, to: .add,
      errSecInteractionNotAllowed, takenFor: errSecSuccess),
    answer(
      "an item that is there is taken for a failure", foundBy: replaced, to: .add,
      errSecDuplicateItem, takenFor: errSecParam),
    answer(
      "an item that is there is taken for a success", foundBy: replaced, to: .add,
      errSecDuplicateItem, takenFor: errSecSuccess),
    answer(
      "an item that went away is taken for a success",
      foundBy: "an item that another process deletes is added again", to: .update,
      errSecItemNotFound, takenFor: errSecSuccess),
    answer(
      "an item that is missing is a failure to delete", foundBy: deleted, to: .delete,
      errSecItemNotFound, takenFor: errSecParam),
    answer(
      "a missing entitlement is taken for an absence",
      foundBy: "a group of somebody else's needs an entitlement", to: .copyMatching,
      errSecMissingEntitlement, takenFor: errSecItemNotFound),
  ]

  private static let flows: [Mistake] = [
    Mistake(name: "an item is updated before it is added", finder: "a new item takes one call") {
      call, proceed in
      guard call.action == .add else { return proceed(call) }
      var update = call
      update.action = .update
      update.changes = [kSecValueData as String: Data()]
      for key in [kSecValueData, kSecAttrAccessible] { update.query[key] = nil }
      _ = proceed(update)
      return proceed(call)
    },
    Mistake(name: "an item is deleted and added instead of changed", finder: locked) {
      call, proceed in
      guard call.action == .add else { return proceed(call) }
      var delete = call
      delete.action = .delete
      for key in [kSecValueData, kSecAttrAccessible] { delete.query[key] = nil }
      _ = proceed(delete)
      return proceed(call)
    },
    Mistake(name: "an item that can't be read is deleted", finder: locked) { call, proceed in
      let status = proceed(call)
      guard call.action == .copyMatching, status != errSecSuccess else { return status }
      var delete = call
      delete.action = .delete
      for key in [kSecReturnData, kSecMatchLimit] { delete.query[key] = nil }
      _ = proceed(delete)
      return status
    },
    Mistake(name: "the login keychain is used by itself", finder: tool) { call, proceed in
      let status = proceed(call)
      guard status == errSecMissingEntitlement else { return status }
      var other = call
      other.query[kSecUseDataProtectionKeychain] = nil
      return proceed(other)
    },
    Mistake(name: "the login keychain is believed to delete all at once", finder: tool) {
      call, proceed in
      guard call.action == .delete, call.query[kSecUseDataProtectionKeychain] == nil else {
        return proceed(call)
      }
      // Says "nothing left" after the first.
      _ = proceed(call)
      return errSecItemNotFound
    },
  ]
}
