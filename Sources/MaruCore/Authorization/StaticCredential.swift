public import MaruContract

/// One credential for as long as the process lives, as a command line tool or a service has.
///
/// There is nothing to refresh: once the server refuses it, calls fail with `credentialRefused`.
public struct StaticCredential: CredentialProvider {
  private let value: Credential

  /// A bearer token.
  ///
  /// - Throws: `InvalidIdentifier` if the token has characters that RFC 6750 does not allow.
  public init(bearer token: String) throws(InvalidIdentifier) {
    value = try .bearer(token)
  }

  /// The credential.
  public func credential() async -> Credential? { value }
  /// Nothing: there is no other.
  public func invalidate(_ credential: Credential) async {}
  /// The credential.
  public func readyCredential() -> Credential? { value }
}
