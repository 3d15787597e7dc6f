/// Names that promise something of their cookie (RFC 6265bis §5.4, §5.7).
///
/// `__Http-` and `__Host-Http-` are from the draft that follows it
/// (draft-ietf-httpbis-layered-cookies, Store a Cookie): a server that writes them means them, and
/// refusing what breaks them harms nobody else.
enum CookiePrefix {
  static func broken(by cookie: Cookie, hasPath: Bool) -> CookieRefusal? {
    let name = CookieText.folded(cookie.name.utf8.prefix(longest))
    if name.isEmpty {
      // A value without a name is sent as if it were a pair, and must not pass for one of these.
      let value = CookieText.folded(cookie.value.text.utf8.prefix(longest))
      return all.contains(where: { value.starts(with: $0) }) ? .prefixBroken : nil
    }
    guard name.starts(with: start) else { return nil }
    let isForOneHost = cookie.isSecure && cookie.isHostOnly && hasPath && cookie.path == "/"
    let isForHTTP = cookie.isSecure && cookie.isHTTPOnly
    if name.starts(with: hostHTTP), !(isForOneHost && isForHTTP) { return .hostPrefixBroken }
    if name.starts(with: host), !isForOneHost { return .hostPrefixBroken }
    if name.starts(with: http), !isForHTTP { return .prefixBroken }
    if name.starts(with: secure), !cookie.isSecure { return .prefixBroken }
    return nil
  }

  // Compared without regard to case, as servers do that read names so.
  private static let start = Array("__".utf8)
  private static let secure = Array("__secure-".utf8)
  private static let host = Array("__host-".utf8)
  private static let http = Array("__http-".utf8)
  private static let hostHTTP = Array("__host-http-".utf8)
  private static let all = [secure, host, http, hostHTTP]
  private static let longest = 12
}
