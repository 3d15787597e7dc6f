public import Maru

// Signing in, which Maru leaves to the app: all that is left to write of it.

extension TokenAccount {
  /// An account of the todo server's, whose record is among this app's secrets.
  public static func todos(_ name: String) throws -> TokenAccount {
    try TokenAccount(name, in: SecretNamespace("todos"))
  }
}

extension TokenSession {
  /// A session at the todo server, in which nobody is signed in yet, or who was last.
  ///
  /// - Parameters:
  ///   - store: where the refresh token is kept; on a device, the Keychain.
  ///   - account: who was signed in last, as the app remembers.
  public convenience init(
    todos tokens: any TokenRefresher, store: any SecretStore, account: TokenAccount? = nil,
    observers: [any TokenObserver] = []
  ) {
    // The server takes the direct predecessor of a refresh token until its successor is used.
    self.init(
      account: account, configuration: Configuration(recovery: .sendsAgain), refresher: tokens,
      store: store, surroundings: .system, observers: observers)
  }

  /// Signs in with a password.
  ///
  /// - Throws: `CredentialRefused` if name or password are wrong, else `CallError` or
  ///   `SecretStoreError`.
  public func signIn(
    name: String, password: Sensitive<String>, by tokens: TokenService, device: String = "tour"
  ) async throws {
    let grant = try await tokens.signIn(name: name, password: password, device: device)
    try await signIn(grant, as: .todos(name))
  }
}
