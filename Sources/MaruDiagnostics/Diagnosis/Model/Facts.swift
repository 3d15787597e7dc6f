internal import Foundation
internal import MaruHTTP

/// What an exchange comes to for the rules, worked out once.
struct Facts: Sendable {
  let credential: Credential?
  let token: JSONWebToken?
  let cookies: [CookiePair]
  /// Those of them that let somebody in, by their names.
  let sessionCookies: [CookiePair]
  /// Whether the cookies stand in the field, and not only in the file's own list.
  let hasCookieField: Bool
  let setCookies: [String]
  /// Names and texts of the request's body, a form or the outermost members of JSON.
  let posted: [String: String]
  /// The answer's JSON, if it may be about a session: long lists are not read a second time.
  let reply: JSONValue?
  /// Whether the answer looks like JSON.
  let isJSON: Bool
  /// The beginning of the answer's text in small letters, if it reports an error or is short.
  let said: String
  let isPreflight: Bool
  let site: String
  /// The origin of the page that made the request, by its fields.
  let pageOrigin: Address?
  let isCrossOrigin: Bool
  let isCrossSite: Bool
  let isNavigation: Bool
  let expectsJSON: Bool

  init(_ exchange: Exchange) {
    let fields = exchange.request
    credential = Credential(fields)
    token = credential.flatMap { $0.kind == .basic ? nil : JSONWebToken($0.secret) }
    hasCookieField = fields.has("cookie")
    cookies = hasCookieField ? Self.pairs(fields["cookie"] ?? "") : exchange.listedCookies
    sessionCookies = cookies.filter { Words.isSessionCookie($0.name) }
    setCookies = exchange.answer?.fields.values("set-cookie") ?? []
    posted = Self.posted(exchange.requestBody)
    let body = exchange.answer?.body ?? .none
    isJSON = body.isJSON
    reply = isJSON && Self.isWorthReading(exchange, body) ? JSONValue.parse(body.text ?? "") : nil
    said = Self.said(exchange.answer, body)
    isPreflight = exchange.method == "OPTIONS" && fields.has("access-control-request-method")
    site = Self.site(of: exchange.address.host)
    let origin = fields["origin"].flatMap { $0 == "null" ? nil : Address($0) }
    pageOrigin = origin ?? fields["referer"].map { Address($0) }
    isCrossOrigin = fields.has("origin") && origin?.origin != exchange.address.origin
    let claim = fields["sec-fetch-site"]?.lowercased()
    let pageSite = pageOrigin.map { Self.site(of: $0.host) }
    isCrossSite =
      claim == "cross-site"
      || (claim == nil && pageSite != nil && pageSite != site && !(pageSite ?? "").isEmpty)
    let accept = fields["accept"]?.lowercased() ?? ""
    let mode = fields["sec-fetch-mode"]?.lowercased()
    let isForm = exchange.requestBody.essence == "application/x-www-form-urlencoded"
    isNavigation =
      mode == "navigate"
      || (mode == nil
        && (accept.contains("text/html")
          || (exchange.client?.isBrowser == true && isForm && exchange.method == "POST"
            && !fields.has("x-requested-with") && accept.isEmpty)))
    expectsJSON =
      accept.contains("json") && !accept.contains("text/html")
      || fields["x-requested-with"]?.lowercased() == "xmlhttprequest" && accept.contains("json")
  }

  /// The registrable domain; the host itself where there is none.
  static func site(of host: String) -> String {
    PublicSuffixes.common.registrableDomain(of: host) ?? host
  }

  static func pairs(_ value: String) -> [CookiePair] {
    value.split(separator: ";").compactMap { piece in
      let piece = FieldSyntax.trimmed(piece)
      guard !piece.isEmpty else { return nil }
      guard let equals = piece.firstIndex(of: "=") else {
        return CookiePair(name: "", value: String(piece))
      }
      return CookiePair(
        name: String(piece[..<equals]), value: String(piece[piece.index(after: equals)...]))
    }
  }

  private static func posted(_ body: CapturedBody) -> [String: String] {
    guard let text = body.text, !text.isEmpty else { return [:] }
    var found: [String: String] = [:]
    if body.opening.hasPrefix("{") {
      for member in JSONValue.parse(text)?.members ?? [] {
        if let value = member.value.scalar { found[member.name.lowercased()] = value }
        for inner in member.value.members {
          if let value = inner.value.scalar { found[inner.name.lowercased()] = value }
        }
      }
    } else if text.contains("="), !text.contains("\n"), text.utf8.count < 16_384 {
      for item in Address.form(text) { found[item.name.lowercased()] = item.value }
    }
    return found
  }

  private static func isWorthReading(_ exchange: Exchange, _ body: CapturedBody) -> Bool {
    let bytes = body.text?.utf8.count ?? 0
    if bytes <= 2_048 || exchange.method != "GET" || (exchange.status ?? 0) >= 400 {
      return bytes <= 32_768
    }
    let known = exchange.address.segments.suffix(3).contains {
      Words.identity.contains($0) || Words.login.contains($0) || $0.contains("token")
    }
    return known && bytes <= 32_768
  }

  private static func said(_ answer: CapturedAnswer?, _ body: CapturedBody) -> String {
    guard let answer else { return "" }
    var text = answer.fields["www-authenticate"] ?? ""
    if let body = body.text, answer.status >= 400 || body.utf8.count < 600 {
      text += " " + body.prefix(2_000)
    }
    return text.lowercased()
  }

  // MARK: Questions

  /// All members of the reply and of the objects in it, to a depth of three, names in small letters.
  func replied() -> [(name: String, value: JSONValue)] {
    var found: [(String, JSONValue)] = []
    func walk(_ value: JSONValue, _ depth: Int) {
      for member in value.members {
        found.append((member.name.lowercased(), member.value))
        if depth < 3 { walk(member.value, depth + 1) }
      }
      if let first = value.elements.first, depth < 3 { walk(first, depth + 1) }
    }
    if let reply { walk(reply, 0) }
    return found
  }
}
