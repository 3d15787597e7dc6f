internal import GatewayHTTP
internal import GatewayStore

/// `POST /v1/token`: gives tokens for a password or for a refresh token (RFC 6749 §4.3, §6).
struct TokenEndpoint: Sendable {
  let store: any Store
  let mint: TokenMint
  let passwords: PasswordChecker
  let surroundings: Surroundings
  /// Whether the password grant is there at all: for the development users only.
  let allowsPasswords: Bool
  let log: JSONLog

  private struct Granted: Encodable {
    let accessToken: String
    let tokenType = "Bearer"
    let expiresIn: Int
    let refreshToken: String
  }

  func respond(to call: Call) async throws -> Response {
    do {
      let pair = try await grant(call.request)
      return try .oauth(
        Granted(
          accessToken: pair.accessToken, expiresIn: mint.accessTokenSeconds,
          refreshToken: pair.refreshToken))
    } catch let refusal as OAuthRefusal {
      return try refusal.response()
    }
  }

  private func grant(_ request: Request) async throws -> TokenMint.Pair {
    let form = try FormFields(ofOAuth: request)
    switch form["grant_type"] {
    case "password" where allowsPasswords: return try await signIn(form)
    case "refresh_token": return try await refresh(form, request.id)
    case nil: throw OAuthRefusal.invalidRequest("grant_type is missing")
    default: throw OAuthRefusal.unsupportedGrant
    }
  }

  private func signIn(_ form: FormFields) async throws -> TokenMint.Pair {
    guard let name = form["username"], let password = form["password"] else {
      throw OAuthRefusal.invalidRequest("username or password is missing")
    }
    let device = try Self.device(form)
    let user = try await store.reader.user(named: name)
    // One answer for both: it does not tell which names exist.
    guard try await passwords.matches(password, for: name, user), let user else {
      throw OAuthRefusal.invalidGrant("the name or the password is wrong")
    }
    let session = surroundings.makeUUID()
    let now = surroundings.now()
    let pair = mint.makePair(at: now)
    try await store.writer.transact { transaction in
      try transaction.beginSession(
        id: session, of: user.id, device: device, tokens: pair.issued, at: now)
    }
    return pair
  }

  private static func device(_ form: FormFields) throws -> String? {
    guard let text = form["device"] else { return nil }
    do {
      return try Line.validate(text, at: "/device", characters: 80, bytes: 2048)
    } catch {
      throw OAuthRefusal.invalidRequest("device must have 1–80 characters")
    }
  }

  private func refresh(_ form: FormFields, _ request: RequestID) async throws -> TokenMint.Pair {
    guard let presented = form["refresh_token"] else {
      throw OAuthRefusal.invalidRequest("refresh_token is missing")
    }
    let hash = TokenMint.hash(presented)
    let now = surroundings.now()
    let pair = mint.makePair(at: now)
    // Ending a session is a change too: the transaction commits whatever comes of it.
    let rotation = try await store.writer.transact { transaction in
      try transaction.rotate(hash: hash, to: pair.issued, at: now)
    }
    switch rotation {
    case .rotated: return pair
    case .reused(let session):
      // Somebody has stolen a token, or a client goes back in time. The session's name is no secret.
      log.write(
        .warning, "a refresh token was used against the rules; its session has ended",
        [("requestID", .text(request.rawValue)), ("session", .text(session))])
      fallthrough
    case .unknown, .ended: throw OAuthRefusal.invalidGrant("the refresh token is not good")
    }
  }
}
