internal import MaruHTTP

extension Scrubber {
  /// A host: public names stay, names of a company's own network do not.
  mutating func host(_ host: String) -> String {
    if host.isEmpty || host == "localhost" || host == "::1" || host.hasPrefix("127.") {
      return host
    }
    if CookieHost.isAddress(host) {
      return Self.isPrivateAddress(host)
        ? "192.0.2.\(abs(book.standIn(for: host).hashed) % 250 + 1)" : host
    }
    let labels = host.split(separator: ".").map(String.init)
    let own: Set<String> = [
      "local", "internal", "lan", "corp", "home", "intranet", "private", "intra",
    ]
    let isPrivate = labels.count == 1 || own.contains(labels[labels.count - 1])
    guard isPrivate else { return host }
    // The site becomes one name and each label above it another, so that what covers what stays.
    let site = labels.suffix(2).joined(separator: ".")
    let above = labels.dropLast(2).map { book.standIn(for: $0, prefix: "h").lowercased() }
    let name = book.standIn(for: site, prefix: "private").lowercased().replacing("~", with: "")
    return (above + ["\(name).invalid"]).joined(separator: ".")
  }

  private static func isPrivateAddress(_ host: String) -> Bool {
    if host.hasPrefix("10.") || host.hasPrefix("192.168.") || host.hasPrefix("169.254.") {
      return true
    }
    let parts = host.split(separator: ".").compactMap { Int($0) }
    if parts.count == 4, parts[0] == 172, (16...31).contains(parts[1]) { return true }
    return host.hasPrefix("fe80:") || host.hasPrefix("fd") || host.hasPrefix("fc")
  }

  /// An address: host, words of the path and names of the query stay.
  mutating func address(_ text: String) -> String {
    let address = Address(text)
    var result = ""
    if !address.scheme.isEmpty {
      let name = host(address.host)
      let shown = name.contains(":") ? "[\(name)]" : name
      let standard = address.isSecure ? 443 : 80
      let port = address.port == standard || address.port == 0 ? "" : ":\(address.port)"
      // That there was a user's name is what a rule looks for, and not whose.
      let user = address.hasUserInfo ? "user@" : ""
      result = "\(self.name(address.scheme))://\(user)\(shown)\(port)"
    }
    let pieces = address.path.split(separator: "/", omittingEmptySubsequences: false)
    result += pieces.map { segment(String($0)) }.joined(separator: "/")
    if !address.query.isEmpty { result += "?" + form(address.query) }
    if !address.fragment.isEmpty {
      result += "#" + (address.fragment.contains("=") ? form(address.fragment) : "")
    }
    // Without a scheme a path of its own slash was put in front.
    return address.scheme.isEmpty && !text.hasPrefix("/") && !text.hasPrefix("?")
      ? String(result.dropFirst()) : result
  }

  /// Where a login is to come back to: whether that is an app stands in its scheme.
  private mutating func redirect(_ text: String) -> String {
    let scheme = text.prefix { $0 != ":" }
    if scheme.endIndex == text.endIndex || ["http", "https"].contains(scheme.lowercased()) {
      return address(text)
    }
    let isWord =
      !Self.isSecret(scheme.utf8)
      && scheme.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "+") }
    return "\(isWord ? String(scheme) : "app"):\(book.standIn(for: String(text)))"
  }

  /// A form or a query: the names stay, and such values as the standards give words for.
  mutating func form(_ text: String) -> String {
    text.split(separator: "&").map { piece in
      let equals = piece.firstIndex(of: "=") ?? piece.endIndex
      let raw = String(piece[..<equals])
      let value = Address.form(String(piece)).first?.value ?? ""
      guard equals != piece.endIndex else { return name(raw) }
      return "\(name(raw))=\(PercentEncoding.encode(self.value(value, of: raw.lowercased())))"
    }.joined(separator: "&")
  }

  /// Names whose values are words of a protocol.
  private static let protocolNames: Set<String> = [
    "grant_type", "response_type", "response_mode", "token_type", "token_type_hint", "prompt",
    "code_challenge_method", "x-amz-algorithm", "x-amz-expires", "error", "error_description",
    "error_code", "errorcode", "code", "type", "title", "status", "message", "detail", "reason",
    "errors", "error_type", "errortype", "errormessage", "scope", "operationname",
    "requested_token_type",
  ]

  /// What stands under a name, in a form, a query or JSON.
  mutating func value(_ text: String, of name: String, isError: Bool = false) -> String {
    guard !text.isEmpty else { return "" }
    if Words.accessNames.contains(name) || Words.refreshNames.contains(name)
      || JSONWebToken(text) != nil
    {
      return book.token(text)
    }
    if Words.passwordNames.contains(name) { return book.standIn(for: text) }
    if name == "redirect_uri" { return redirect(text) }
    // An OAuth code has the name that errors have elsewhere: a word with a mark or a number is one.
    let isWord =
      !(name == "code" && !isError
      && text.utf8.allSatisfy { Digits.has($0) || ($0 | 0x20) &- 0x61 < 26 })
    if Self.protocolNames.contains(name), isWord { return scrub(text) }
    if isError,
      Words.any(Words.expired, in: text.lowercased())
        || Words.any(Words.forbidden, in: text.lowercased())
    {
      return scrub(text)
    }
    if name == "query" {
      // GraphQL: whether it reads or writes.
      let start = text.drop { $0.isWhitespace }
      return start.hasPrefix("mutation")
        ? "mutation \(book.standIn(for: text))" : book.standIn(for: text)
    }
    return book.person(text)
  }
}

extension String {
  /// A small number of a stand-in's name.
  fileprivate var hashed: Int { Int(Mark.of(self) % 1_000) }
}
