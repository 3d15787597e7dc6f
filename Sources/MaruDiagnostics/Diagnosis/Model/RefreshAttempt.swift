internal import struct Foundation.Date

/// One try to get new tokens for old ones.
struct RefreshAttempt: Sendable {
  enum Outcome: Sendable, Hashable {
    /// New tokens came; the second is nil if the refresh token stays.
    case renewed(access: String?, refresh: String?)
    /// The server said that the refresh token is no good.
    case refused
    /// It failed without a word on the token: no answer, or an error of the server.
    case failed
  }

  /// Its exchange, as an index of the case.
  let index: Int
  /// The refresh token that was shown, or the cookie's value; nil if it can't be told.
  let token: String?
  let outcome: Outcome
  let start: Date?
  let end: Date?

  var isRenewed: Bool { if case .renewed = outcome { true } else { false } }
  var access: String? { if case .renewed(let access, _) = outcome { access } else { nil } }
  var replacement: String? { if case .renewed(_, let refresh) = outcome { refresh } else { nil } }
}

/// Recognizes refreshes by what is sent and what comes, and by words of a path only with more.
struct RefreshReader {
  static func attempt(_ exchange: Exchange, _ facts: Facts, _ index: Int) -> RefreshAttempt? {
    guard !facts.isPreflight, !exchange.isFromCache else { return nil }
    let grant = facts.posted["grant_type"]
    let segments = exchange.address.segments
    let isRevocation = segments.contains { Words.logout.contains($0) }
    let shown = Words.refreshNames.compactMap { facts.posted[$0] }.first { !$0.isEmpty }
    let tokens = Tokens(facts)
    let hasWord = segments.suffix(2).contains {
      Words.refresh.contains($0) || $0.contains("refresh")
    }
    let isByGrant = grant == "refresh_token"
    let isByToken = grant == nil && shown != nil && !isRevocation && exchange.method == "POST"
    let cookie = facts.cookies.first {
      let name = $0.name.lowercased()
      return name.contains("refresh") || name == "rt" || name.hasSuffix("_rt")
        || name.hasSuffix("-rt")
    }
    // A path alone proves nothing: something must have been shown, or have come.
    let isByPath =
      grant == nil && hasWord && exchange.method != "GET" && !isRevocation
      && (cookie != nil || tokens.access != nil || facts.credential?.isToken == true
        || !facts.cookies.isEmpty)
    guard isByGrant || isByToken || isByPath else { return nil }
    let token = shown ?? cookie?.value ?? (isByPath ? soleCookie(facts) : nil)
    return RefreshAttempt(
      index: index, token: token, outcome: outcome(exchange, facts, tokens, cookie),
      start: exchange.start, end: exchange.end)
  }

  private static func soleCookie(_ facts: Facts) -> String? {
    facts.sessionCookies.count == 1 ? facts.sessionCookies[0].value : nil
  }

  private static func outcome(
    _ exchange: Exchange, _ facts: Facts, _ tokens: Tokens, _ cookie: CookiePair?
  ) -> RefreshAttempt.Outcome {
    guard let answer = exchange.answer else { return .failed }
    switch answer.status {
    case 200..<300:
      if tokens.access == nil, facts.reply?["error"]?.text != nil { return .refused }
      let replaced = tokens.refresh ?? newCookie(facts, named: cookie?.name)
      return .renewed(access: tokens.access, refresh: replaced)
    // RFC 6749 §5.2: invalid_grant comes with 400; others write 401 or 403.
    case 400, 401, 403, 404, 409, 422: return .refused
    default: return .failed
    }
  }

  private static func newCookie(_ facts: Facts, named name: String?) -> String? {
    guard let name else { return nil }
    for line in facts.setCookies where line.hasPrefix("\(name)=") {
      let value = line.dropFirst(name.count + 1).prefix { $0 != ";" }
      if !value.isEmpty { return String(value) }
    }
    return nil
  }
}

/// The tokens that an answer hands out.
struct Tokens: Sendable {
  private(set) var access: String?
  private(set) var refresh: String?
  private(set) var other: [String] = []

  init(_ facts: Facts) {
    for (name, value) in facts.replied() {
      guard let text = value.text, !text.isEmpty else { continue }
      switch name {
      case "access_token", "accesstoken", "access": access = access ?? text
      case _ where Words.refreshNames.contains(name): refresh = refresh ?? text
      case "token", "jwt", "id_token", "idtoken", "auth_token", "authtoken", "session_token",
        "sessiontoken", "bearer":
        other.append(text)
      default: break
      }
    }
    if access == nil { access = other.first }
  }
}
