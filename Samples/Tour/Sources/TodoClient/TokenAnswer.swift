internal import Maru

/// What the server gives for a password or for a refresh token (RFC 6749 §5.1).
///
/// Decodable only: nothing here ever writes a token.
nonisolated struct TokenAnswer: Decodable, Sendable {
  let accessToken: Sensitive<String>
  let refreshToken: Sensitive<String>
  let seconds: Int64

  private enum CodingKeys: String, CodingKey {
    case accessToken = "access_token"
    case refreshToken = "refresh_token"
    case seconds = "expires_in"
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    accessToken = Sensitive(try container.decode(String.self, forKey: .accessToken))
    refreshToken = Sensitive(try container.decode(String.self, forKey: .refreshToken))
    seconds = try container.decode(Int64.self, forKey: .seconds)
  }

  var grant: TokenGrant {
    TokenGrant(
      accessToken: accessToken, refreshToken: refreshToken, expiry: .after(.seconds(seconds)))
  }
}
