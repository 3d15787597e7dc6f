/// How hosts and paths match (RFC 6265bis §5.1.3, §5.1.4).
package enum CookieHost {
  /// Whether a host is an address of numbers: nothing lies below it, so it has no domains.
  ///
  /// A last label of digits alone, or with `0x` in front, makes a host an IPv4 address, however few
  /// parts it has (WHATWG URL, ends in a number).
  package static func isAddress(_ host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    let labels = host.utf8.split(separator: UInt8(ascii: "."))
    guard let last = labels.last else { return false }
    let isDecimal = last.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    let hasMark = last.starts(with: "0x".utf8)
    return isDecimal
      || (hasMark && last.dropFirst(2).allSatisfy { PercentEncoding.digit($0) != nil })
  }

  /// Whether a domain covers a host: it is the host, or what stands behind one of its dots.
  package static func domain(_ domain: String, covers host: String) -> Bool {
    let (domain, name) = (domain.utf8, host.utf8)
    if name.count == domain.count { return name.elementsEqual(domain) }
    guard name.count > domain.count, name.suffix(domain.count).elementsEqual(domain),
      name.dropLast(domain.count).last == UInt8(ascii: ".")
    else { return false }
    return !isAddress(host)
  }

  /// Whether a cookie's path covers a request's: it is the same, or ends where a part of it ends.
  package static func path(_ path: String, covers other: String) -> Bool {
    let (path, other) = (path.utf8, other.utf8)
    guard other.starts(with: path) else { return false }
    let slash = UInt8(ascii: "/")
    return other.count == path.count || path.last == slash
      || other.dropFirst(path.count).first == slash
  }

  /// Where a cookie lies that names no path: where the request's last slash is.
  package static func defaultPath(of path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "/"),
      let last = path.utf8.lastIndex(of: UInt8(ascii: "/")), last > path.startIndex
    else { return "/" }
    return String(path[..<last])
  }
}
