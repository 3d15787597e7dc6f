public import MaruContract

/// Keeps an account's tokens and renews them: the provider for access and refresh tokens.
///
/// However many calls find the access token expired or refused, one refresh runs and the others
/// wait for it. The access token is kept in memory; the refresh token in one record of the secret
/// store, which is rewritten before what was rotated is used. A network that fails, a busy server
/// or a locked store never sign anybody out: only the server's word that the refresh token is
/// worthless does.
///
/// Make one per server and keep it. It can be used from any task or actor. Nothing of the caller's
/// runs inside its lock; a refresh runs in a task of its own, which no waiting call can cancel.
///
/// Source: RFC 6749 §6, RFC 9700 §4.14.
public final class TokenSession: CredentialProvider {
  let core: TokenCore

  /// Makes a session; reads nothing yet.
  ///
  /// - Parameters:
  ///   - account: who was signed in last, as the app remembers; nil if nobody.
  ///   - configuration: how tokens are renewed.
  ///   - refresher: asks the server. It must not use a client whose credentials come from this
  ///     session.
  ///   - store: where the record is kept.
  ///   - surroundings: time, chance and threads.
  ///   - lease: keeps other processes with the same record from refreshing at the same time; nil if
  ///     there are none.
  ///   - cookies: what goes with the session when it ends, beside its tokens; nil: none.
  ///   - observers: hear every step.
  public init(
    account: TokenAccount?, configuration: Configuration, refresher: any TokenRefresher,
    store: any SecretStore, surroundings: Surroundings, lease: (any RefreshLease)? = nil,
    cookies: SessionCookies? = nil, observers: [any TokenObserver] = []
  ) {
    core = TokenCore(
      machine: TokenMachine(configuration: configuration, account: account), refresher: refresher,
      store: store, surroundings: surroundings, lease: lease, cookies: cookies,
      observers: observers)
  }

  deinit { core.finishStates() }

  /// Who is signed in, as far as the session knows.
  public var state: State { core.state }

  /// Each change of ``state``, from the present one on.
  public var states: States { States(core: core) }

  /// Signs an account in with what the app's login has got.
  ///
  /// Another account's calls and tokens are cut off at once; its record stays where it is, so sign
  /// out first if it is to go. Returns when the record is stored, which is when calls get the new
  /// token. Cancelling does not end it.
  ///
  /// - Throws: `SecretStoreError` if the record could not be stored: nobody is signed in then.
  ///   `CallError` with the code `signedOut` if somebody signed in or out meanwhile.
  public func signIn(_ grant: TokenGrant, as account: TokenAccount) async throws {
    try await core.signIn(grant, as: account)
  }

  /// Signs out: cuts off what is in flight, forgets the tokens and the session's cookies, and
  /// deletes the record.
  ///
  /// In memory it is done when this is called; returns when the record is deleted. Cancelling does
  /// not end it. With nobody signed in it deletes what an earlier sign-out could not.
  ///
  /// - Throws: `SecretStoreError` if the record or kept cookies could not be deleted. Nobody is signed in all the
  ///   same, but a later process that is made with the account finds it: call again.
  public func signOut() async throws(SecretStoreError) {
    try await core.signOut()
  }

  /// Turns to another account whose record is in the store, or to nobody.
  ///
  /// Cuts off what is in flight and forgets the tokens of the one before, whose record stays.
  public func turn(to account: TokenAccount?) {
    core.handle(.switched(to: account))
  }

  // MARK: CredentialProvider

  /// The credential to send now; nil if nobody is signed in.
  ///
  /// Waits while a refresh is running, which goes on when this is cancelled.
  /// - Throws: `CancellationError` at once when the task is cancelled; `CredentialRefused` if the
  ///   session is over; a `CallError` that says why it is not known, with `retryAfter` if nobody
  ///   asks before. One with the code `configuration` if the session's own refresher asks.
  public func credential() async throws -> Credential? { try await core.credential() }

  /// Takes note that a server refused a credential; an older one than the present changes nothing.
  public func invalidate(_ credential: Credential) async {
    core.handle(.refused(generation: credential.generation))
  }

  /// The credential to send now, if no refresh must come before.
  public func readyCredential() -> Credential? { core.readyCredential() }

  /// Whether a credential may still be sent, and its answers handed out.
  public func standing(of credential: Credential) -> CredentialStanding {
    core.standing(of: credential)
  }

  /// Calls `hear` after each sign-out and each change of the account.
  public func hearEndings(_ hear: @escaping @Sendable () -> Bool) -> Bool {
    core.hearEndings(hear)
    return true
  }
}

extension TokenSession: CustomStringConvertible, CustomReflectable {
  /// The state, without any name or token.
  public var description: String { "token session, \(state)" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["session": description]) }
}
