internal import MaruHTTP

/// What an answer with a good status says in its body.
enum ErrorBody: Sendable, Hashable {
  case none, failure, session
}

extension CaseFile {
  /// Whether somebody got in by this exchange: credentials came for what was shown.
  func looksLikeLogin(_ index: Int) -> Bool {
    let exchange = exchanges[index]
    guard exchange.method == "POST", (200..<400).contains(status(index)), !isRefresh(index) else {
      return false
    }
    let facts = facts[index]
    if isLogout(index) { return false }
    let grants = ["password", "authorization_code", "urn:ietf:params:oauth:grant-type:device_code"]
    if let grant = facts.posted["grant_type"] { return grants.contains(grant) }
    let hasWord = exchange.address.segments.contains {
      Words.login.contains($0) || $0 == "token" || $0 == "callback"
    }
    let showsPassword = facts.posted.keys.contains { Words.passwordNames.contains($0) }
    let comes = Tokens(facts).access != nil || setsSession(index)
    return comes && (hasWord || showsPassword)
  }

  /// Whether somebody left by this exchange, and the server agreed.
  func looksLikeLogout(_ index: Int) -> Bool {
    let exchange = exchanges[index]
    guard (200..<400).contains(status(index)), !facts[index].isPreflight else { return false }
    let segments = exchange.address.segments
    if segments.contains(where: { Words.logout.contains($0) }) { return true }
    return exchange.method == "DELETE"
      && ["session", "sessions", "token"].contains(segments.last ?? "")
  }

  /// Whether an answer sets a cookie that lets somebody in, and does not delete it.
  func setsSession(_ index: Int) -> Bool {
    cookies.sets(in: index).contains { $0.isCredential && !$0.isDeletion }
  }

  /// Whether it asks who somebody is.
  func isIdentity(_ index: Int) -> Bool {
    let segments = exchanges[index].address.segments
    return segments.suffix(2).contains { Words.identity.contains($0) }
  }

  /// Whether the answer may be somebody's own.
  func isPersonal(_ index: Int) -> Bool {
    guard let answer = exchanges[index].answer, answer.status == 200 else { return false }
    let isJSON = answer.body.essence.hasSuffix("json") || facts[index].isJSON
    if isIdentity(index) { return isJSON || hasCredentials(index) }
    return isJSON && hasCredentials(index)
  }

  /// Whether a place is where one logs in, by its path.
  func isLoginPage(_ address: Address) -> Bool {
    address.segments.contains { Words.loginPages.contains($0) }
      || address.segments.last.map {
        Words.loginPages.contains($0.prefix { $0 != "." }.description)
      }
        == true
  }

  func isHTML(_ index: Int) -> Bool {
    guard let body = exchanges[index].answer?.body else { return false }
    if body.essence == "text/html" || body.essence == "application/xhtml+xml" { return true }
    return body.essence.isEmpty && body.isHTML
  }

  /// Whether an answer was given by a cache.
  func isCacheHit(_ index: Int) -> Bool {
    if exchanges[index].isFromCache { return true }
    return isSharedHit(index)
  }

  /// Whether a cache between client and server gave it (RFC 9111 §5.1, RFC 9211).
  func isSharedHit(_ index: Int) -> Bool {
    guard let fields = exchanges[index].answer?.fields else { return false }
    for name in [
      "x-cache", "cf-cache-status", "cache-status", "x-cache-status", "x-vercel-cache",
      "x-cache-hits",
    ] {
      guard let value = fields[name]?.lowercased() else { continue }
      if name == "x-cache-hits" { if (Int(value) ?? 0) > 0 { return true } }
      if value.hasPrefix("hit") || value.contains("; hit") || value.contains(", hit")
        || value.hasPrefix("tcp_hit") || value.contains(" hit")
      {
        return true
      }
    }
    return (fields["age"].flatMap { Int($0) } ?? 0) > 0
  }

  func cacheControl(_ index: Int) -> Set<String> {
    Set(exchanges[index].answer?.fields.tokens("cache-control") ?? [])
  }

  /// Whether a cache that many share may keep the answer for a while (RFC 9111 §3, §3.5).
  func isSharedStorable(_ index: Int) -> Bool {
    let rules = cacheControl(index)
    if rules.contains(where: {
      $0.hasPrefix("no-store") || $0.hasPrefix("private") || $0.hasPrefix("no-cache")
    }) {
      return false
    }
    let shared = age("s-maxage", rules) ?? 0
    let isPublic = rules.contains("public")
    if exchanges[index].request.has("authorization"), !isPublic, shared == 0 { return false }
    return shared > 0 || (age("s-maxage", rules) == nil && (age("max-age", rules) ?? 0) > 0)
      || (isPublic && age("max-age", rules) == nil)
  }

  func age(_ name: String, _ rules: Set<String>) -> Int? {
    for rule in rules where rule.hasPrefix("\(name)=") {
      return Int(rule.dropFirst(name.count + 1).filter { $0 != "\"" })
    }
    return nil
  }

  /// Whether the answer depends on who asks, by its own word.
  func varies(_ index: Int, by name: String) -> Bool {
    let names = exchanges[index].answer?.fields.tokens("vary") ?? []
    return names.contains(name) || names.contains("*")
  }

  /// What an answer with status 200 says in JSON about a failure.
  func errorBody(_ index: Int) -> ErrorBody {
    guard let reply = facts[index].reply else { return .none }
    let top = reply.elements.first ?? reply
    var isFailure = false
    var words = ""
    for member in top.members {
      let name = member.name.lowercased()
      switch name {
      case "authenticated", "isauthenticated", "loggedin", "logged_in", "isloggedin":
        // It may be the answer to the question; not to somebody who has shown a token.
        if member.value.bool == false, facts[index].credential != nil { return .session }
      case "success", "ok", "succeeded":
        if member.value.bool == false { isFailure = true }
      case "error", "errorcode", "error_code", "errors", "errortype", "error_type", "fault":
        guard !member.value.isNull, member.value.bool != false, member.value.text != "",
          !(member.value.elements.isEmpty && member.value.members.isEmpty
            && member.value.scalar == nil && member.value.bool == nil),
          member.value.double != 0
        else { continue }
        isFailure = true
        words += " " + Self.words(member.value)
      case "message", "code", "status", "type", "error_description", "detail", "errormessage",
        "reason":
        words += " " + Self.words(member.value)
        if name == "status", let text = member.value.text?.lowercased(),
          text == "error" || text == "fail"
        {
          isFailure = true
        }
        if name == "status" || name == "code", let number = member.value.int,
          [401, 403, 419, 440].contains(number)
        {
          isFailure = true
          words += " unauthenticated"
        }
      default: break
      }
    }
    guard isFailure else { return .none }
    let said = words.lowercased()
    return Words.any(Words.expired, in: said) || said.contains("unauthor") ? .session : .failure
  }

  private static func words(_ value: JSONValue, _ depth: Int = 0) -> String {
    if let text = value.scalar { return String(text.prefix(300)) }
    guard depth < 3 else { return "" }
    let inner = value.members.map(\.value) + value.elements.prefix(3)
    return inner.map { words($0, depth + 1) }.joined(separator: " ")
  }
}
