internal import Foundation
internal import GatewayHTTP
internal import GatewayStore
internal import MaruHTTP

/// Finds out whose request it is.
struct Authenticator: Sendable {
  let store: any Store
  let now: @Sendable () -> Date

  /// - Throws: ``Problem``, 401, which says whether there was a credential, never what it was; what
  ///   the store throws.
  func caller(of request: Request) async throws -> VerifiedToken {
    let values = request.fields.values(of: .authorization)
    guard let value = values.first else {
      throw Problem.unauthenticated(error: nil, detail: "the request has no access token")
    }
    let halves = value.split(separator: " ", maxSplits: 1)
    guard values.count == 1, halves.count == 2, halves[0].lowercased() == "bearer" else {
      throw Self.badToken
    }
    let digest = TokenMint.hash(String(halves[1]))
    guard let grant = try await grant(digest) else { throw Self.badToken }
    return VerifiedToken(
      userID: grant.userID, tenant: grant.tenant, sessionID: grant.sessionID,
      tokenDigest: digest)
  }

  private static let badToken = Problem.unauthenticated(
    detail: "the access token is not good or has expired")

  private func grant(_ hash: [UInt8]) async throws -> AccessGrant? {
    let now = now()
    guard let grant = try await store.reader.grant(ofAccessToken: hash, at: now) else { return nil }
    guard grant.isFirstUse else { return grant }
    // Once for each refresh: the tokens have arrived, so that their predecessor is good no longer.
    // Written before the request is let through, so that no crash lets the predecessor live on.
    return try await store.writer.transact { try $0.useAccessToken(hash: hash, at: now) }
  }
}

/// A credential that this gateway made and that is still good.
struct VerifiedToken: Hashable, Sendable {
  let userID: String
  let tenant: String
  let sessionID: String
  /// What the token is looked up by, for whoever has to ask again.
  let tokenDigest: [UInt8]
}
