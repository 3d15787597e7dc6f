public import struct Foundation.Date

/// Why a cookie goes with a request, or does not.
public enum CookieReason: String, Sendable, Hashable, CaseIterable {
  /// It goes: it is this very host's.
  case sameHost
  /// It goes: its domain covers the host.
  case withinDomain
  /// It stays: it belongs to another host.
  case otherHost
  /// It stays: its path does not cover the request's.
  case otherPath
  /// It stays: it goes over TLS only.
  case needsTLS
  /// It stays: it is `SameSite=Strict`, and another site caused the request.
  case crossSiteStrict
  /// It stays: it is `SameSite=Lax`, and another site caused the request.
  case crossSiteLax
  /// It stays: it says nothing of sites, which counts as the rules say.
  case crossSiteUnsaid
  /// It stays: it has ended.
  case expired

  /// Whether it is a reason to send.
  public var sends: Bool { self == .sameHost || self == .withinDomain }
}

/// What a jar says of one request: of each cookie, whether it goes and why.
public struct CookieReport: Sendable, Hashable {
  /// One cookie.
  public struct Entry: Sendable, Hashable {
    /// The cookie.
    public let cookie: Cookie
    /// Why it goes, or all the reasons for which it stays.
    public let reasons: [CookieReason]
    /// Whether it goes.
    public var isSent: Bool { reasons.allSatisfy(\.sends) }
  }

  /// All cookies of the jar: those that go, in the field's order, then the others.
  public let entries: [Entry]
  /// How many bytes the `Cookie` field has; many servers refuse more than 8 KiB of all fields (431).
  public let fieldBytes: Int
}

extension CookieReport {
  /// RFC 6265bis §5.8.3: whether a cookie stays since another site caused the request.
  static func crossing(
    _ cookie: Cookie, _ context: CookieContext, _ rules: CookieRules
  ) -> CookieReason? {
    guard !context.isSameSite else { return nil }
    switch cookie.sameSite ?? rules.unsaidSameSite {
    case .none: return nil
    case .lax where context.isSafeNavigation: return nil
    case .lax, .strict:
      switch cookie.sameSite {
      case .strict: return .crossSiteStrict
      case .lax: return .crossSiteLax
      default: return .crossSiteUnsaid
      }
    }
  }
}

extension CookieJar {
  /// Tells of each cookie why it would or would not go with a request.
  ///
  /// Looks at every cookie, so it is for people who ask, not for each call.
  public func report(for request: CookieRequest, at now: Date) -> CookieReport {
    let context = CookieContext(request, rules)
    let sent = cookies(for: request, at: now)
    let staying = cookies.compactMap { cookie -> CookieReport.Entry? in
      let reasons = reasons(against: cookie, context, at: now)
      return reasons.isEmpty ? nil : CookieReport.Entry(cookie: cookie, reasons: reasons)
    }
    return CookieReport(
      entries: sent.map {
        CookieReport.Entry(cookie: $0, reasons: [$0.isHostOnly ? .sameHost : .withinDomain])
      } + staying,
      fieldBytes: sent.map(\.pair.utf8.count).reduce(0, +) + 2 * max(sent.count - 1, 0))
  }

  private func reasons(
    against cookie: Cookie, _ context: CookieContext, at now: Date
  ) -> [CookieReason] {
    var reasons: [CookieReason] = []
    if !rules.checks.reaches(cookie, context.host, rules.checks.covers) {
      reasons.append(.otherHost)
    }
    if !rules.checks.pathCovers(cookie.path, context.path) { reasons.append(.otherPath) }
    if cookie.isSecure, !context.isSecure { reasons.append(.needsTLS) }
    if let crossing = CookieReport.crossing(cookie, context, rules) { reasons.append(crossing) }
    if rules.checks.isExpired(cookie, now) { reasons.append(.expired) }
    return reasons
  }
}
