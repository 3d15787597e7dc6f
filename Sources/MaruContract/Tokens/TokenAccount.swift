/// Whose tokens: what the app calls an account, and where its one record is kept.
public struct TokenAccount: Sendable, Hashable {
  /// What the app calls the account, as a user's id. What one has read is never shown to another.
  public let name: Sensitive<String>
  /// Where the record with the refresh token is.
  public let key: SecretKey

  /// Names an account; its record is kept under the same name in `namespace`.
  ///
  /// - Parameters:
  ///   - name: 1 to 255 of letters, digits and `-._~@+:/`.
  ///   - namespace: what the record is deleted together with; the app's own.
  /// - Throws: `InvalidIdentifier` for any other name.
  public init(_ name: String, in namespace: SecretNamespace) throws(InvalidIdentifier) {
    key = try SecretKey(name, in: namespace)
    self.name = Sensitive(name)
  }
}

extension TokenAccount: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Never the name, which may be a person's.
  public var description: String { "an account in \(key.namespace)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// A mirror without children: `dump` shows no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
