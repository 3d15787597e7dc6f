internal import Foundation
internal import GatewayCrypto
internal import GatewayStore

/// Makes tokens: 256 random bits each, which say nothing and are looked up.
///
/// An access token that can be read without asking the database could not be taken back before it
/// expires; one that is looked up ends at once with its session.
struct TokenMint: Sendable {
  let random: SecureRandom
  let accessTokenSeconds: Int
  let refreshTokenDays: Int
  /// How much longer than told a token is good: the client counts from when the answer arrives, and
  /// the clocks of several gateways differ.
  let clockSkewSeconds: Int

  /// Two new tokens, and what is kept of them.
  struct Pair: Sendable {
    let accessToken: String
    let refreshToken: String
    let issued: IssuedTokens
  }

  func makePair(at now: Date) -> Pair {
    let (access, refresh) = (makeToken(), makeToken())
    func expiry(_ seconds: Int) -> Date {
      now.addingTimeInterval(Double(seconds + clockSkewSeconds))
    }
    return Pair(
      accessToken: access, refreshToken: refresh,
      issued: IssuedTokens(
        refreshHash: Self.hash(refresh), refreshExpiry: expiry(refreshTokenDays * 86_400),
        accessHash: Self.hash(access), accessExpiry: expiry(accessTokenSeconds)))
  }

  private func makeToken() -> String { Base64URL.encode(random.bytes(32)) }

  /// What a token is stored and looked up by.
  ///
  /// A fast hash is enough: what is hashed are 32 random bytes, which nobody can try out.
  static func hash(_ token: String) -> [UInt8] { Hashing.sha256(Array(token.utf8)) }
}
