package import MaruContract

/// How items go out of the keychain: with one call where it deletes all that match, else with as many
/// as there are.
package struct KeychainDeleting: Sendable {
  /// What is to be done next.
  package enum Step: Hashable, Sendable {
    /// Ask the keychain to delete what matches.
    case delete
    /// Nothing that matches is left.
    case deleted
    /// Something may be left.
    case failed(SecretStoreError)
  }

  /// More items than a namespace of small secrets has.
  package static let mostAtOnce = 10_000

  /// What is to be done next.
  package private(set) var step = Step.delete
  private let isOneAtATime: Bool
  private var callsLeft = mostAtOnce

  /// Begins with deleting.
  ///
  /// - Parameter isOneAtATime: whether a success means that one item was deleted, and not all.
  package init(isOneAtATime: Bool) {
    self.isOneAtATime = isOneAtATime
  }

  /// Takes the status that the last call ended with.
  package mutating func received(_ status: Int32) {
    guard step == .delete else { return }
    callsLeft -= 1
    switch status {
    case KeychainStatus.itemNotFound: step = .deleted
    case KeychainStatus.success where !isOneAtATime: step = .deleted
    case KeychainStatus.success where callsLeft > 0: break
    case KeychainStatus.success:
      step = .failed(
        SecretStoreError(
          .failed, reason: "expected an end of what matches, found \(Self.mostAtOnce) items"))
    default: step = .failed(KeychainStatus.error(status))
    }
  }
}
