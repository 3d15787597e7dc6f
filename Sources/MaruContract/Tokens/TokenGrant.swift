public import struct Foundation.Date

/// What a server gives for a sign-in or for a refresh token (RFC 6749 §5.1).
public struct TokenGrant: Sendable, Hashable {
  /// What calls carry; a bearer token.
  public var accessToken: Sensitive<String>
  /// What the next access token is asked for with; nil: the one that was sent stays good (RFC 6749
  /// §6).
  public var refreshToken: Sensitive<String>?
  /// How long the access token is good.
  public var expiry: Expiry
  /// The answer's `Date`: what the server takes the time for.
  public var serverDate: Date?

  /// How long an access token is good.
  @nonexhaustive
  public enum Expiry: Sendable, Hashable {
    /// Nobody said: it is used until a server refuses it.
    case unknown
    /// So long from when it was made (`expires_in`).
    case after(Duration)
    /// Until a moment of the server's clock.
    case at(Date)
  }

  /// Makes a grant.
  public init(
    accessToken: Sensitive<String>, refreshToken: Sensitive<String>?, expiry: Expiry = .unknown,
    serverDate: Date? = nil
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.expiry = expiry
    self.serverDate = serverDate
  }
}
