public import Maru

/// Gets tokens from the server; a `TokenSession` refreshes by it.
public struct TokenService: TokenRefresher {
  private let client: MaruClient
  /// On whose behalf calls are made.
  public var context = CallContext()
  /// Fields that go with every call.
  public var headers: [EndpointHeader] = []

  /// Uses a client that has no credentials: this is where they come from.
  public init(_ client: MaruClient) {
    self.client = client
  }

  /// Signs in.
  ///
  /// - Parameter device: what the server calls the session where the user looks at all of them.
  /// - Throws: `CredentialRefused` if name or password are wrong, else `CallError`.
  public func signIn(
    name: String, password: Sensitive<String>, device: String
  ) async throws -> TokenGrant {
    do {
      return try await send(
        .token([
          "grant_type": "password", "username": name, "password": password.value, "device": device,
        ])
      ).grant
    } catch let error as CallError where error.serverCode == "invalid_grant" {
      // RFC 6749 §5.2. Any other failure says nothing about the password.
      throw CredentialRefused()
    }
  }

  /// Gets new tokens for a refresh token; what a failure means is the session's to say.
  public func refresh(_ token: Sensitive<String>) async throws -> TokenGrant {
    try await send(.token(["grant_type": "refresh_token", "refresh_token": token.value])).grant
  }

  /// Ends the session at the server that a credential is of; one that has ended is no error.
  public func revoke(_ credential: Credential) async throws {
    let token = credential.authorization.value.dropFirst("Bearer ".count)
    try await send(.revocation(["token": String(token)]))
  }

  private func send<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws -> Value {
    var endpoint = endpoint
    endpoint.headers += headers
    return try await client.send(endpoint, context: context)
  }
}
