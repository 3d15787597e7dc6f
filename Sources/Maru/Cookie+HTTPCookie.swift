public import MaruHTTP

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension Cookie {
  /// Takes over a cookie of the platform's store or of a web view's.
  ///
  /// A domain with a dot in front is one; without, it is a host. `SameSite` is kept where Foundation
  /// tells it, which it does not on Linux.
  /// - Throws: `CookieRefusal` for one that no server could have set.
  public init(_ cookie: HTTPCookie) throws(CookieRefusal) {
    let isWide = cookie.domain.hasPrefix(".")
    let sameSite = (cookie.properties?[.sameSiteOfCookie] as? String)?.lowercased()
    try self.init(
      name: cookie.name, value: CookieValue(cookie.value),
      domain: isWide ? String(cookie.domain.dropFirst()) : cookie.domain, isHostOnly: !isWide,
      path: cookie.path, expires: cookie.expiresDate, isSecure: cookie.isSecure,
      isHTTPOnly: cookie.isHTTPOnly, sameSite: sameSite.flatMap { SameSite(rawValue: $0) })
  }
}

extension HTTPCookie {
  /// The same cookie for the platform's store or a web view's; nil if Foundation can't make it.
  ///
  /// Foundation's cookie shows its value when it is printed: hand it over and keep it nowhere.
  public convenience init?(_ cookie: Cookie) {
    var properties: [HTTPCookiePropertyKey: Any] = [
      .name: cookie.name, .value: cookie.value.text, .path: cookie.path,
      .domain: (cookie.isHostOnly ? "" : ".") + cookie.domain,
    ]
    // Foundation takes any text for yes, so what is no is left out.
    if cookie.isSecure { properties[.secure] = "TRUE" }
    if cookie.isHTTPOnly { properties[.onlyHTTPOfCookie] = "TRUE" }
    if let expires = cookie.expires { properties[.expires] = expires }
    if let sameSite = cookie.sameSite { properties[.sameSiteOfCookie] = sameSite.rawValue }
    self.init(properties: properties)
  }
}

extension HTTPCookiePropertyKey {
  // Apple's name for the first is newer than Linux has, and for the second there is none.
  fileprivate static let sameSiteOfCookie = HTTPCookiePropertyKey("SameSite")
  fileprivate static let onlyHTTPOfCookie = HTTPCookiePropertyKey("HttpOnly")
}
