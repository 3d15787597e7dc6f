package import MaruContract

/// What a Secret Service is asked.
///
/// An instance is one conversation, of one thread.
package protocol SecretServiceTalk {
  /// The items that have these attributes.
  func search(
    _ attributes: SecretAttributes
  ) throws(SecretServiceProblem) -> SecretServiceMatches
  /// The collection for new items; nil if there is none.
  func defaultCollection() throws(SecretServiceProblem) -> String?
  /// Whether a collection is locked.
  func isLocked(_ collection: String) throws(SecretServiceProblem) -> Bool
  /// The value of an item.
  func read(_ item: String) throws(SecretServiceProblem) -> [UInt8]
  /// Makes an item, or replaces the one that has exactly these attributes.
  ///
  /// - Returns: false if the service wanted to ask the user, which was called off.
  func create(
    _ attributes: SecretAttributes, value: [UInt8], in collection: String
  ) throws(SecretServiceProblem) -> Bool
  /// Deletes an item; returns as `create`.
  func delete(_ item: String) throws(SecretServiceProblem) -> Bool
}

/// The paths of the items that a search found.
package struct SecretServiceMatches: Hashable, Sendable {
  /// Those that can be read.
  package var unlocked: [String] = []
  /// Those that are there, and can't be read.
  package var locked: [String] = []

  /// Finds nothing.
  package init() {}
}

/// What an item is found by.
package struct SecretAttributes: Hashable, Sendable {
  /// Says whose items these are: other programs look for others.
  package static let schema = "maru.Secret"

  /// The namespace, which the desktop also shows as the item's label.
  package let namespace: SecretNamespace
  /// The name; nil: all of the namespace.
  package let name: String?

  /// One secret.
  package init(_ key: SecretKey) {
    namespace = key.namespace
    name = key.name
  }

  /// All secrets of a namespace.
  package init(_ namespace: SecretNamespace) {
    self.namespace = namespace
    name = nil
  }

  /// Names and values.
  package var pairs: [(String, String)] {
    [("xdg:schema", Self.schema), ("namespace", namespace.rawValue)]
      + (name.map { [("name", $0)] } ?? [])
  }
}
