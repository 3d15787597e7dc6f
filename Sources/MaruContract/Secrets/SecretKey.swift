/// A group of secrets that are deleted together: one for each account, at best.
///
/// The Keychain calls it the service.
public struct SecretNamespace: Hashable, Sendable, CustomStringConvertible {
  static let rule = TextRule("secret namespace", lengths: 1...255, extra: "@+:/")

  /// The text that the store keeps.
  public let rawValue: String

  /// Takes a name: 1 to 255 of letters, digits and `-._~@+:/`.
  ///
  /// Only ASCII: two ways to write one letter are one name to Swift and two to a store.
  /// - Throws: ``InvalidIdentifier`` for any other text.
  public init(_ rawValue: String) throws(InvalidIdentifier) {
    try Self.rule.check(rawValue)
    self.rawValue = rawValue
  }

  /// The namespace as the store keeps it.
  public var description: String { rawValue }
}

/// Which secret: a namespace, and a name in it.
///
/// A secret is found by these two alone, never by how well it is protected.
public struct SecretKey: Hashable, Sendable {
  private static let rule = TextRule("secret name", lengths: 1...255, extra: "@+:/")

  /// What it is deleted together with.
  public let namespace: SecretNamespace
  /// Its name in the namespace; the Keychain calls it the account.
  public let name: String

  /// Takes a name: 1 to 255 of letters, digits and `-._~@+:/`.
  ///
  /// - Throws: ``InvalidIdentifier`` for any other text.
  public init(_ name: String, in namespace: SecretNamespace) throws(InvalidIdentifier) {
    try Self.rule.check(name)
    self.name = name
    self.namespace = namespace
  }
}

extension SecretKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The namespace alone: the name may be a person's.
  public var description: String { "a secret in \(namespace)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children: `dump` shows no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
