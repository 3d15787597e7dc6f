/// Hears what a token session does.
///
/// Called one event after the other, from any task: it must return at once. No token and no account
/// is in an event.
public protocol TokenObserver: Sendable {
  /// Hears one step.
  func observe(_ event: TokenEvent)
}

/// One step of a token session.
public struct TokenEvent: Sendable, Hashable {
  /// The newest credential's generation.
  public let generation: UInt64
  /// When it happened.
  public let time: MonotonicInstant
  /// What happened.
  public let step: Step

  /// Makes an event.
  public init(generation: UInt64, time: MonotonicInstant, step: Step) {
    self.generation = generation
    self.time = time
    self.step = step
  }

  /// What can happen to a session.
  @nonexhaustive
  public enum Step: Sendable, Hashable {
    /// A refresh began: first the record is read.
    case refreshStarted(RefreshReason)
    /// The refresh token goes to the token endpoint.
    case refreshSent
    /// There is a new access token, so long after the refresh began; what was rotated is stored.
    case refreshed(took: Duration)
    /// There is none; before the second duration is over nobody asks again.
    case refreshFailed(CallError.Code, took: Duration, pause: Duration)
    /// The record could not be read, written or deleted.
    case storeFailed(SecretStoreError.Code)
    /// Somebody has signed in.
    case signedIn
    /// The account was signed out, or another one took its place.
    case signedOut
    /// The session is over; told once.
    case ended(TokenEnd)
  }

  /// Why a session refreshes.
  @nonexhaustive
  public enum RefreshReason: String, Sendable, Hashable {
    /// It has no access token, as after a start.
    case missing
    /// The access token is about to expire.
    case due
    /// A server refused the access token.
    case refused
  }
}

/// Why a session is over: only a new sign-in helps.
@nonexhaustive
public enum TokenEnd: String, Sendable, Hashable, CaseIterable, Codable {
  /// The server refused the refresh token.
  case refused
  /// The answer to a refresh was lost, and the server forgives no second sending.
  case answerLost
  /// The access token is over, and there never was a refresh token.
  case noRefreshToken
}
