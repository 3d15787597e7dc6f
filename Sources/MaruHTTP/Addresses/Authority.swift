internal import struct Foundation.URL

/// Host and port as an address spells them (RFC 3986 §3.2).
///
/// Read from the whole address, not from Foundation's parts: those give the host of an
/// internationalized name in percent triplets where the address has its ASCII form, and no port
/// where the port is a number too large for an `Int`.
struct Authority {
  /// The host; an IPv6 address without its brackets.
  let host: String
  /// The port; nil if the address names none.
  let port: Int?

  init(of url: URL) throws(RequestURL.Problem) {
    let text = url.absoluteString
    guard let mark = text.firstRange(of: "://") else { throw .host }
    let authority = text[mark.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard !authority.contains("@") else { throw .userInformation }
    let host: Substring
    let rest: Substring
    if authority.first == "[", let end = authority.firstIndex(of: "]") {
      host = authority[..<end].dropFirst()
      rest = authority[end...].dropFirst()
      guard Self.isIPv6(host) else { throw .host }
    } else {
      host = authority.prefix { $0 != ":" }
      rest = authority[host.endIndex...]
      guard Self.isName(host) else { throw .host }
    }
    self.host = String(host)
    port = try Self.port(rest)
  }

  private static func port(_ text: Substring) throws(RequestURL.Problem) -> Int? {
    guard !text.isEmpty else { return nil }
    guard text.first == ":" else { throw .host }
    let digits = text.dropFirst()
    // RFC 3986 §3.2.3: a colon without digits means the scheme's port.
    guard !digits.isEmpty else { return nil }
    guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let port = Int(digits), (1...65_535).contains(port)
    else { throw .port }
    return port
  }

  /// Letters, digits, `-`, `_` and `~` between dots; one dot may end it. A percent triplet would be
  /// one host to us and another to whoever decodes it.
  private static func isName(_ host: Substring) -> Bool {
    var labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    return labels.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy(PercentEncoding.isUnreserved) }
  }

  /// Only which characters there are: the resolver knows the rest. No zone (RFC 6874).
  private static func isIPv6(_ host: Substring) -> Bool {
    host.contains(":")
      && host.utf8.allSatisfy {
        PercentEncoding.digit($0) != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
      }
  }
}
