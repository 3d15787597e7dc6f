/// Why a cookie is not taken in (RFC 6265bis §5.6, §5.7).
public enum CookieRefusal: String, Error, Sendable, Hashable, CaseIterable {
  /// It holds a control character.
  case controlCharacter
  /// It has neither a name nor a value.
  case empty
  /// Name and value have more than 4096 bytes.
  case tooLarge
  /// A name, a value, a domain or a path that an app gave can't stand in a cookie.
  case unwritable
  /// Its domain is not ASCII.
  case domainNotASCII
  /// Its domain is a public suffix, as `com` or `co.uk`, which belongs to nobody.
  case publicSuffix
  /// Its domain does not cover the host that sent it.
  case otherHost
  /// It is `Secure` and came without TLS.
  case secureWithoutTLS
  /// It came without TLS and would lie over a `Secure` cookie of the same name.
  case liesOverSecure
  /// It is for its own site and came from another.
  case crossSite
  /// It is `SameSite=None` and not `Secure`.
  case sameSiteNoneWithoutSecure
  /// Its name begins with `__Secure-` or `__Http-` and it is not what that promises.
  case prefixBroken
  /// Its name begins with `__Host-` and it is not `Secure`, for one host, for its root.
  case hostPrefixBroken
  /// Its domain is full of cookies that are worth more.
  case noRoom
}

extension CookieRefusal: CustomStringConvertible {
  /// What was expected; nothing of the cookie.
  public var description: String {
    switch self {
    case .controlCharacter: "it holds a control character"
    case .empty: "it has neither a name nor a value"
    case .tooLarge: "expected at most \(Cookie.maximumBytes) bytes of name and value, found more"
    case .unwritable: "a part of it can't stand in a cookie"
    case .domainNotASCII: "its domain is not ASCII"
    case .publicSuffix: "its domain is a public suffix"
    case .otherHost: "its domain does not cover the host that sent it"
    case .secureWithoutTLS: "it is Secure and came without TLS"
    case .liesOverSecure: "it came without TLS and would lie over a Secure cookie"
    case .crossSite: "it is for its own site and came from another"
    case .sameSiteNoneWithoutSecure: "it is SameSite=None and not Secure"
    case .prefixBroken: "its name promises Secure, or Secure and HttpOnly, and it is not"
    case .hostPrefixBroken: "its name promises Secure, Path=/ and no Domain, and it is not so"
    case .noRoom: "its domain is full of cookies that are worth more"
    }
  }
}
