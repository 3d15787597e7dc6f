internal import Foundation
internal import MaruContract
internal import MaruHTTP

/// What a token endpoint answered (RFC 6749 §5).
struct OAuthAnswer {
  let head: TransportResponse
  let body: [UInt8]
  let now: Date

  /// The grant, or what its absence means.
  func grant() throws(TokenRefreshFailure) -> TokenGrant {
    switch head.status {
    case 200..<300: try granted()
    case 300..<400:
      throw failure(
        .misconfigured, .redirectRefused, "the token endpoint sends the token elsewhere")
    default: throw refusal()
    }
  }

  /// RFC 6749 §5.1.
  private func granted() throws(TokenRefreshFailure) -> TokenGrant {
    guard let fields = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any],
      let access = fields["access_token"] as? String
    else {
      // A login page of the network, or a broken server: the token endpoint may have been reached.
      throw failure(
        .transient, .unexpectedContent, "the token endpoint's answer is no token", isLost: true)
    }
    // Case-insensitive (§5.1); some servers leave it out.
    guard (fields["token_type"] as? String)?.lowercased() ?? "bearer" == "bearer" else {
      throw failure(
        .misconfigured, .unsupported, "the token endpoint gives no bearer token", isLost: true)
    }
    let refresh = (fields["refresh_token"] as? String).flatMap { $0.isEmpty ? nil : $0 }
    return TokenGrant(
      accessToken: Sensitive(access), refreshToken: refresh.map(Sensitive.init),
      expiry: Self.expiry(fields["expires_in"]),
      serverDate: head.headers[.date].flatMap { HTTPDate.parse($0, reference: now) })
  }

  /// A number of seconds; some servers send it as a string.
  private static func expiry(_ value: Any?) -> TokenGrant.Expiry {
    let seconds =
      value as? Double ?? (value as? Int).map(Double.init)
      ?? (value as? String).flatMap(Double.init)
    guard let seconds, seconds > 0, seconds.isFinite else { return .unknown }
    return .after(.seconds(Int(min(seconds, 10 * 365 * 86_400))))
  }

  /// RFC 6749 §5.2: only `invalid_grant` says something about the token.
  private func refusal() -> TokenRefreshFailure {
    let fields = (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any]
    if 400..<500 ~= head.status, let code = fields?["error"] as? String,
      let known = TokenRefreshFailure.of(oauthCode: code)
    {
      return known
    }
    let code = CallError.Code(status: head.status) ?? .malformedResponse
    let reason = "the token endpoint answered \(head.status)"
    switch head.status {
    case 408, 425, 429, 500...: return failure(.transient, code, reason)
    // A 401 or 404 without a reason is no word about the token.
    default: return failure(.misconfigured, .configuration, reason)
    }
  }

  private func failure(
    _ kind: TokenRefreshFailure.Kind, _ code: CallError.Code, _ reason: String, isLost: Bool = false
  ) -> TokenRefreshFailure {
    let wait = head.headers[.retryAfter].flatMap { RetryAfter($0, reference: now) }
    return TokenRefreshFailure(
      kind, answerWasLost: isLost,
      error: CallError(
        code, at: .authorization, reason: reason, status: head.status,
        retryAfter: wait?.delay(from: now)))
  }
}
