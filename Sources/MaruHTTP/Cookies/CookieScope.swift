/// Which cookie, told by domain, path and name, each to the letter: what an app names for sign-out.
///
/// Never a part of one: a rule that takes out what *contains* a name takes out strangers' cookies.
public struct CookieScope: Sendable, Hashable {
  /// The host or domain, without a dot in front; letters count in any case.
  public let domain: String
  /// The path.
  public let path: String
  /// The name.
  public let name: String

  /// Names a cookie.
  public init(domain: String, path: String = "/", name: String) {
    self.domain = CookieText.string(CookieText.folded(domain.utf8))
    self.path = path
    self.name = name
  }

  /// Whether it is this cookie.
  public func names(_ cookie: Cookie) -> Bool {
    CookieText.same(domain, cookie.domain) && CookieText.same(path, cookie.path)
      && CookieText.same(name, cookie.name)
  }
}

extension CookieScope: CustomStringConvertible, CustomReflectable {
  /// The name; never the domain or the path.
  public var description: String { "the cookie \(CookieText.shown(name)) of one domain and path" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["scope": description]) }
}
