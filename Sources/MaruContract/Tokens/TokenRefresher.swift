/// Asks a server for the next access token: the app's own way, or the ready-made one of OAuth.
///
/// It sends once and decides nothing: who waits, what is kept and when it is tried again is the
/// session's. It must not use a client whose credentials come from the session that asks; such a
/// call fails at once with the code `configuration`.
public protocol TokenRefresher: Sendable {
  /// Sends a refresh token to the token endpoint, and nowhere else.
  ///
  /// Its task is cancelled when the session's limit for it is over, or when the account is signed
  /// out; never because a call that waits for it was cancelled.
  /// - Throws: ``TokenRefreshFailure``; ``CredentialRefused`` means its kind `refused`. A
  ///   ``CallError`` and a ``TransportFailure`` are read as what they say. Any other error counts
  ///   as a failure after which nobody knows whether the token was used.
  func refresh(_ token: Sensitive<String>) async throws -> TokenGrant
}

/// Why there is no new access token.
public struct TokenRefreshFailure: Error, Sendable {
  /// What it means for the session.
  @nonexhaustive
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The refresh token is worthless (`invalid_grant`, RFC 6749 §5.2): the session is over.
    case refused
    /// The server does not take this app, whatever token it has (`invalid_client` and the like):
    /// the app, or the server, must be mended, and the token is kept.
    case misconfigured
    /// It may work later: no network, a busy or failing server.
    case transient
  }

  /// What it means for the session.
  public let kind: Kind
  /// Whether the server may have used the token although no answer came.
  ///
  /// An answer with an error says that it has not.
  public let answerWasLost: Bool
  /// What the waiting calls fail with, unless the session is over.
  public let error: CallError

  /// Makes a failure.
  ///
  /// - Parameters:
  ///   - kind: what it means for the session.
  ///   - answerWasLost: whether the server may have used the token without our knowing.
  ///   - error: what waiting calls are told; `retryAfter` is kept to.
  public init(_ kind: Kind, answerWasLost: Bool, error: CallError) {
    self.kind = kind
    self.answerWasLost = answerWasLost
    self.error = error
  }
}

extension TokenRefreshFailure: CustomStringConvertible {
  /// The kind and the error.
  public var description: String { "\(kind.rawValue), \(error)" }
}

extension TokenRefreshFailure {
  /// Reads whatever a refresher has thrown.
  package init(reading error: any Error) {
    switch error {
    case let failure as TokenRefreshFailure: self = failure
    case is CredentialRefused: self = .refused
    case let error as CallError: self.init(reading: error)
    case let failure as TransportFailure:
      self.init(
        .transient, answerWasLost: failure.arrival == .possible,
        error: CallError(
          CallError.Code(failure.kind), at: .authorization, reason: failure.reason, cause: failure))
    default:
      self.init(
        .transient, answerWasLost: true,
        error: CallError(
          .credentialUnavailable, at: .authorization, reason: "the refresh failed", cause: error))
    }
  }

  /// The refresh token is worthless.
  package static let refused = TokenRefreshFailure(
    .refused, answerWasLost: false,
    error: CallError(
      .credentialRefused, at: .authorization, reason: "the server refused the refresh token"))

  /// An error of a call to the token endpoint, made with a client that has no credentials.
  private init(reading error: CallError) {
    if let status = error.status, 400..<500 ~= status, let code = error.serverCode,
      let failure = Self.of(oauthCode: code)
    {
      self = failure
      return
    }
    let kind: Kind =
      error.code == .configuration || error.code == .unsupported ? .misconfigured : .transient
    let isAnswered = error.status.map { $0 >= 300 } ?? false
    self.init(
      kind, answerWasLost: !isAnswered && error.outcome != .notSent && kind == .transient,
      error: error)
  }

  /// What an OAuth error says (RFC 6749 §5.2); nil if the code is not known.
  package static func of(oauthCode code: String) -> TokenRefreshFailure? {
    switch code {
    case "invalid_grant": .refused
    case "invalid_client", "unauthorized_client", "invalid_request", "unsupported_grant_type",
      "invalid_scope":
      TokenRefreshFailure(
        .misconfigured, answerWasLost: false,
        // The code is one of the list above: nothing of the server's own words.
        error: CallError(
          .configuration, at: .authorization, reason: "the token endpoint answers '\(code)'"))
    default: nil
    }
  }
}
