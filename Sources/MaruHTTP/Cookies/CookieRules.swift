package import struct Foundation.Date

/// What a jar goes by, beside the algorithm itself.
public struct CookieRules: Sendable {
  /// The most cookies of one domain. 50, the least that RFC 6265bis §6.1 asks for.
  public var maximumPerDomain = 50
  /// The most cookies in all. 3000, as RFC 6265bis §6.1 has it.
  public var maximumTotal = 3_000
  /// How far ahead an end may lie; one further off is moved there. 400 days (RFC 6265bis §5.5).
  public var maximumLifetime = Duration.seconds(400 * 86_400)
  /// What a cookie is that does not say. `lax`, as in browsers (RFC 6265bis §5.6.7.2).
  public var unsaidSameSite = SameSite.lax
  /// Whether plain http to this very machine is as good as TLS.
  ///
  /// True, so that `Secure` and `__Host-` cookies work against a server under development, as in
  /// browsers; what goes there leaves no machine. Elsewhere only https is secure.
  public var loopbackCountsAsSecure = true
  /// Names that no cookie may be set for as a whole.
  public var publicSuffixes = PublicSuffixes.common
  /// The steps by themselves. A test plants a mistake by putting something in place of one.
  package var checks = CookieChecks()

  /// The rules of RFC 6265bis, with ``PublicSuffixes/common``.
  public init() {}

  /// Whether two origins belong to one site: one scheme, one registrable domain (RFC 6265bis §5.2).
  func areSameSite(_ one: Origin, _ other: Origin) -> Bool {
    one.scheme == other.scheme && site(of: one.host) == site(of: other.host)
  }

  private func site(of host: String) -> String {
    publicSuffixes.registrableDomain(of: host) ?? host
  }

  /// When a cookie ends; nil: with the session. `Max-Age` comes before `Expires`.
  func expiry(of field: SetCookie, at now: Date) -> Date? {
    let latest = now.addingTimeInterval(maximumLifetime / .seconds(1))
    if let age = field.maximumAge {
      return age <= 0 ? .distantPast : min(latest, now.addingTimeInterval(Double(age)))
    }
    return field.expires.map { min($0, latest) }
  }
}

/// The steps of the algorithm in which a mistake would let a cookie go where it must not.
package struct CookieChecks: Sendable {
  package var isSecure: @Sendable (Origin, _ loopbackCounts: Bool) -> Bool = {
    $0.scheme == .https || ($1 && $0.isLoopback)
  }
  package var covers: @Sendable (_ domain: String, _ host: String) -> Bool = {
    CookieHost.domain($0, covers: $1)
  }
  package var reaches: @Sendable (Cookie, _ host: String, Covers) -> Bool = {
    $0.isHostOnly ? CookieText.same($0.domain, $1) : $2($0.domain, $1)
  }
  package var pathCovers: @Sendable (_ path: String, _ other: String) -> Bool = {
    CookieHost.path($0, covers: $1)
  }
  package var isExpired: @Sendable (Cookie, _ now: Date) -> Bool = {
    $0.expires.map { [now = $1] in $0 <= now } ?? false
  }
  package var isPublicSuffix: @Sendable (String, PublicSuffixes) -> Bool = {
    $1.isPublicSuffix($0)
  }
  package var mayReplace: @Sendable (_ new: Cookie, _ old: Cookie, _ isSecure: Bool) -> Bool = {
    new, old, isSecure in
    // RFC 6265bis §5.7: what came in the clear does not lie over what came safely.
    isSecure || new.isSecure || !old.isSecure || !CookieText.same(new.name, old.name)
      || !(CookieHost.domain(old.domain, covers: new.domain)
        || CookieHost.domain(new.domain, covers: old.domain))
      || !CookieHost.path(old.path, covers: new.path)
  }
  /// RFC 6265bis §5.7: what goes first when a domain is full. Expired ones are gone already.
  package var goesBefore: @Sendable (KeptCookie, KeptCookie) -> Bool = {
    $0.cookie.isSecure == $1.cookie.isSecure ? $0.isLessUsed(than: $1) : !$0.cookie.isSecure
  }
  package var keepsCreation = true

  package typealias Covers = @Sendable (String, String) -> Bool
  package init() {}
}

/// A cookie in a jar, and its place in the order of things.
package struct KeptCookie: Sendable {
  package var cookie: Cookie
  /// Which of the jar's steps made it. Numbers and not dates: a clock can be set back.
  package var created: UInt64
  /// Which of the jar's steps used it last.
  package var used: UInt64

  /// One request uses several at once: then the older one goes, and never by chance.
  func isLessUsed(than other: KeptCookie) -> Bool {
    (used, created) < (other.used, other.created)
  }
}
