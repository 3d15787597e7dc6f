internal import MaruHTTP

/// An address in its parts, read so that any text is one.
struct Address: Sendable, Hashable {
  let text: String
  /// In small letters; empty if there is none.
  let scheme: String
  /// In small letters, an IPv6 address without its brackets.
  let host: String
  let port: Int
  /// Begins with a slash.
  let path: String
  let query: String
  let fragment: String
  let hasUserInfo: Bool

  init(_ text: String) {
    self.text = text
    var rest = text[...]
    if let mark = rest.firstIndex(of: "#") {
      fragment = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    } else {
      fragment = ""
    }
    if let mark = rest.firstIndex(of: "?") {
      query = String(rest[rest.index(after: mark)...])
      rest = rest[..<mark]
    } else {
      query = ""
    }
    guard let mark = rest.firstRange(of: "://") else {
      (scheme, host, port, hasUserInfo) = ("", "", 0, false)
      path = rest.hasPrefix("/") ? String(rest) : "/" + rest
      return
    }
    scheme = rest[..<mark.lowerBound].lowercased()
    rest = rest[mark.upperBound...]
    var authority = rest.prefix { $0 != "/" }
    path = authority.endIndex == rest.endIndex ? "/" : String(rest[authority.endIndex...])
    if let at = authority.lastIndex(of: "@") {
      authority = authority[authority.index(after: at)...]
      hasUserInfo = true
    } else {
      hasUserInfo = false
    }
    var name = authority
    var number: Substring?
    if authority.first == "[", let end = authority.firstIndex(of: "]") {
      name = authority[..<end].dropFirst()
      number = authority[end...].dropFirst(2)
    } else if let colon = authority.lastIndex(of: ":") {
      name = authority[..<colon]
      number = authority[authority.index(after: colon)...]
    }
    host = name.lowercased()
    let standard = scheme == "https" || scheme == "wss" ? 443 : scheme == "http" ? 80 : 0
    port = number.flatMap { Int($0) } ?? standard
  }

  /// Scheme, host and port as one text, to compare.
  var origin: String { "\(scheme)://\(host):\(port)" }
  var isSecure: Bool { scheme == "https" || scheme == "wss" }
  var isHTTP: Bool { scheme == "http" || scheme == "https" }

  /// Whether it stays on this very machine.
  var isLoopback: Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.") || host.hasSuffix(".localhost")
  }

  /// The address without query and fragment.
  var place: String { "\(origin)\(path)" }

  /// The query's names and values, decoded.
  var items: [(name: String, value: String)] { Self.form(query) }

  /// Whether the query has a name, as it is written there.
  func asks(_ name: String) -> Bool {
    query.utf8.split(separator: UInt8(ascii: "&")).contains { $0.starts(with: "\(name)=".utf8) }
  }

  /// The path's pieces in small letters.
  var segments: [String] {
    path.split(separator: "/").map { $0.lowercased() }
  }

  /// For the cookie engine; nil if a request can't be sent there.
  var requestURL: RequestURL? {
    guard isHTTP, !host.isEmpty, (1...65_535).contains(port),
      host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { return nil }
    let scheme: Origin.Scheme = scheme == "https" ? .https : .http
    let target = query.isEmpty ? path : "\(path)?\(query)"
    return RequestURL(
      origin: Origin(scheme: scheme, host: host, port: port), target: target)
  }

  /// The address that a `Location` names, seen from this one (RFC 3986 §5.2), dots left as they are.
  func resolving(_ location: String) -> Address {
    let location = String(FieldSyntax.trimmed(location[...]))
    if location.contains("://"), location.first?.isLetter == true { return Address(location) }
    let shown = host.contains(":") ? "[\(host)]" : host
    let isStandard = port == (isSecure ? 443 : 80)
    let base = "\(scheme)://\(shown)\(isStandard ? "" : ":\(port)")"
    if location.hasPrefix("//") { return Address("\(scheme):\(location)") }
    if location.hasPrefix("/") { return Address(base + location) }
    if location.hasPrefix("?") { return Address(base + path + location) }
    if location.isEmpty || location.hasPrefix("#") { return Address(text) }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return Address(base + folder + location)
  }

  /// Reads names and values of a form (WHATWG URL, urlencoded parsing).
  static func form(_ text: String) -> [(name: String, value: String)] {
    text.split(separator: "&").map { piece in
      let equals = piece.firstIndex(of: "=") ?? piece.endIndex
      return (decoded(piece[..<equals]), decoded(piece[equals...].dropFirst()))
    }
  }

  private static func decoded(_ text: Substring) -> String {
    let spaced = text.contains("+") ? String(text.replacing("+", with: " ")) : String(text)
    guard spaced.contains("%") else { return spaced }
    return PercentEncoding.decode(spaced) ?? spaced
  }
}
