// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// Adds an item.
public func SecItemAdd(
  _ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  ModelKeychain.shared.perform(.add, attributes, nil, result)
}

/// Finds items, and gives back what of them was asked for.
public func SecItemCopyMatching(
  _ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
  ModelKeychain.shared.perform(.copyMatching, query, nil, result)
}

/// Changes all items that match.
public func SecItemUpdate(
  _ query: CFDictionary, _ attributesToUpdate: CFDictionary
) -> OSStatus {
  ModelKeychain.shared.perform(.update, query, attributesToUpdate, nil)
}

/// Deletes all items that match.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
  ModelKeychain.shared.perform(.delete, query, nil, nil)
}
