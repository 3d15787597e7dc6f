package import MaruContract

/// How a value gets into the keychain: added, or put into the item that is there.
///
/// Adding first makes one call of the common case and leaves no gap between a look and a write. An
/// item can go away between the two calls, by another process; then it is added once more, and that
/// is the end: keychains that say both "there is one" and "there is none" exist.
package struct KeychainWriting: Sendable {
  /// What is to be done next.
  package enum Step: Hashable, Sendable {
    /// Ask the keychain to add a new item.
    case add
    /// Ask it to change the item that is there.
    case update
    /// The value is stored.
    case written
    /// It is not, and the old one is still there.
    case failed(SecretStoreError)
  }

  /// What is to be done next.
  package private(set) var step = Step.add
  private var mayAddAgain = true

  /// Begins with adding.
  package init() {}

  /// Takes the status that the last step ended with.
  package mutating func received(_ status: Int32) {
    switch (step, status) {
    case (.add, KeychainStatus.success), (.update, KeychainStatus.success):
      step = .written
    case (.add, KeychainStatus.duplicateItem) where mayAddAgain:
      step = .update
    case (.add, KeychainStatus.duplicateItem):
      step = .failed(
        SecretStoreError(
          .failed, reason: "expected an item to add or to change, found one that is neither",
          systemCode: Int(status)))
    case (.update, KeychainStatus.itemNotFound):
      mayAddAgain = false
      step = .add
    case (.add, _), (.update, _):
      step = .failed(KeychainStatus.error(status).inWriting)
    case (.written, _), (.failed, _):
      break
    }
  }
}

extension SecretStoreError {
  /// The same as the end of a write or a delete, where "not found" would be read as an absence.
  package var inWriting: SecretStoreError {
    guard code == .notFound else { return self }
    return SecretStoreError(
      .failed, reason: "expected a place for the item, found none", systemCode: systemCode)
  }
}
