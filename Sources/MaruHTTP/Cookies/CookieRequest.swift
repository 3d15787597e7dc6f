/// A request as cookies see it, before it is sent or when it is answered.
public struct CookieRequest: Sendable, Hashable {
  /// Where it goes.
  public var url: RequestURL
  /// Its method; only tells whether a navigation changes something.
  public var method: RequestMethod
  /// On whose behalf it is sent; nil: on that of the host it goes to.
  ///
  /// In a browser this is the page; in an app, the server that the client is configured for.
  public var firstParty: Origin?
  /// Whether it opens a page, as a browser's own address line does. An app's calls never do.
  public var isNavigation: Bool

  /// Describes a request.
  public init(
    to url: RequestURL, method: RequestMethod = .get, firstParty: Origin? = nil,
    isNavigation: Bool = false
  ) {
    self.url = url
    self.method = method
    self.firstParty = firstParty
    self.isNavigation = isNavigation
  }
}

/// What a request comes to under a jar's rules, worked out once for all cookies.
struct CookieContext {
  let host: String
  let path: String
  let isSecure: Bool
  /// Whether it stays within the site of whoever caused it (RFC 6265bis §5.2).
  let isSameSite: Bool
  /// Whether it is a navigation that changes nothing.
  let isSafeNavigation: Bool
  let isNavigation: Bool

  init(_ request: CookieRequest, _ rules: CookieRules) {
    let origin = request.url.origin
    host = origin.host
    path = String(request.url.target.prefix { $0 != "?" })
    isSecure = rules.checks.isSecure(origin, rules.loopbackCountsAsSecure)
    isSameSite = request.firstParty.map { rules.areSameSite($0, origin) } ?? true
    isNavigation = request.isNavigation
    isSafeNavigation = request.isNavigation && request.method.isSafe
  }
}
