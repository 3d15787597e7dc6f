public import struct Foundation.Date

/// A sign-in on one device, as long as it lasts.
public struct Session: Hashable, Sendable {
  /// A UUID in lower case. No credential: nothing is given for it.
  public let id: String
  /// What the device calls itself; nil if it did not say.
  public let device: String?
  /// When somebody signed in.
  public let createdAt: Date
  /// When tokens were given last, or were first used.
  public let lastUsedAt: Date
  /// When it ends if no tokens are asked for until then.
  public let expiresAt: Date
}

/// The digests of the two tokens that are given at once, and when they expire.
///
/// The tokens themselves are nowhere but in the one answer.
public struct IssuedTokens: Hashable, Sendable {
  /// The refresh token's digest.
  public let refreshHash: [UInt8]
  /// When the refresh token expires.
  public let refreshExpiry: Date
  /// The access token's digest.
  public let accessHash: [UInt8]
  /// When the access token expires.
  public let accessExpiry: Date

  /// Makes a pair.
  public init(
    refreshHash: [UInt8], refreshExpiry: Date, accessHash: [UInt8], accessExpiry: Date
  ) {
    self.refreshHash = refreshHash
    self.refreshExpiry = refreshExpiry
    self.accessHash = accessHash
    self.accessExpiry = accessExpiry
  }
}

/// What became of a refresh token that was presented.
public enum Rotation: Hashable, Sendable {
  /// It was good; the new tokens are stored.
  case rotated
  /// It is unknown or has expired.
  case unknown
  /// It was used against the rules; the session has ended by that.
  case reused(sessionID: String)
  /// Its session had ended before.
  case ended
}

/// What an access token stands for.
public struct AccessGrant: Hashable, Sendable {
  /// Who signed in.
  public let userID: String
  /// Whose data that user works with.
  public let tenant: String
  /// The session that the token is of.
  public let sessionID: String
  /// Whether nobody has used a token as young as this one yet, which has to be written down before
  /// the request is let through: see ``StoreTransaction/useAccessToken(hash:at:)``.
  public let isFirstUse: Bool
}
