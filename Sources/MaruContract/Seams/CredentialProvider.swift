/// What shows a server who is calling.
public struct Credential: Sendable, Hashable {
  /// The value of the `Authorization` field.
  public let authorization: Sensitive<String>
  /// Whose it is, as far as its owner can tell: what one account has read is never shown to
  /// another.
  ///
  /// Nil counts as another account with each new credential.
  public let account: Sensitive<String>?
  /// Which of its owner's credentials this is; grows with each new one, so that a refusal of an old
  /// one is told from a refusal of the current one.
  public let generation: UInt64

  /// A bearer token (RFC 6750 §2.1).
  ///
  /// - Throws: ``InvalidIdentifier`` if the token has characters that RFC 6750 does not allow.
  public static func bearer(
    _ token: String, generation: UInt64 = 0, account: String? = nil
  ) throws(InvalidIdentifier) -> Credential {
    try rule.check(token)
    return Credential(
      authorization: Sensitive("Bearer \(token)"), generation: generation,
      account: account.map(Sensitive.init))
  }

  // RFC 6750 §2.1: b64token.
  private static let rule = TextRule("bearer token", lengths: 1...16_384, extra: "+/=")

  private init(authorization: Sensitive<String>, generation: UInt64, account: Sensitive<String>?) {
    self.authorization = authorization
    self.account = account
    self.generation = generation
  }
}

/// Where a client gets its credentials: the app's own source, or Maru's token session.
///
/// The client asks before each attempt. When the server refuses what it sent with a 401, the client
/// calls ``invalidate(_:)`` once, asks again, and sends again only if it gets another credential.
/// A provider that many calls share runs one refresh for all of them. The client's waits end at the
/// call's deadline, or when the call is cancelled, whatever the provider does.
///
/// A provider whose accounts can be signed out also answers ``standing(of:)``, which the client
/// asks before each send and before it hands out an answer, and tells of it by ``hearEndings(_:)``.
///
/// The client attaches a credential to requests for its configured origin only.
public protocol CredentialProvider: Sendable {
  /// The credential to send now; nil if nobody is signed in.
  ///
  /// May take as long as a refresh takes. A provider that asks a server for it must do so with a
  /// client that has no credentials: a call of the client that is waiting here would wait for
  /// itself.
  /// - Throws: ``CredentialRefused`` if the server has ended the session; a ``CallError`` if it
  ///   could not be asked, which the call then fails with. Anything else fails the call with the
  ///   code `credentialUnavailable`: nobody is signed out because something broke.
  func credential() async throws -> Credential?

  /// Tells that a server refused a credential.
  ///
  /// One that is not the current one any more asks for nothing.
  func invalidate(_ credential: Credential) async

  /// The credential to send now, if that is known without waiting; nil if it must be asked for.
  ///
  /// Saves a task for each call. The default is nil.
  func readyCredential() -> Credential?

  /// What has become of a credential that this provider has given out.
  ///
  /// Asked several times for each call, so it must return at once. The default is
  /// ``CredentialStanding/current``.
  func standing(of credential: Credential) -> CredentialStanding

  /// Calls `hear` each time that the standing of credentials turns to ``CredentialStanding/ended``,
  /// after it has; stops for good once `hear` returns false.
  ///
  /// `hear` returns at once. The default keeps nothing and returns false.
  /// - Returns: whether it will ever call.
  func hearEndings(_ hear: @escaping @Sendable () -> Bool) -> Bool
}

/// What has become of a credential that was given out.
public enum CredentialStanding: Sendable, Hashable {
  /// It can be sent.
  case current
  /// The same account has a newer one, which is sent in its place.
  case superseded(by: Credential)
  /// It is not sent any more; what was asked with it may still be answered.
  case refused
  /// Its account was signed out: it is not sent any more, and nothing that was asked with it is
  /// handed out.
  case ended
}

extension CredentialProvider {
  /// Nothing is known without waiting.
  public func readyCredential() -> Credential? { nil }
  /// It can be sent.
  public func standing(of credential: Credential) -> CredentialStanding { .current }
  /// Nobody is signed out here.
  public func hearEndings(_ hear: @escaping @Sendable () -> Bool) -> Bool { false }
}

/// The server has ended the session: only a new login helps.
public struct CredentialRefused: Error, Sendable, Hashable {
  /// Makes the error.
  public init() {}
}
