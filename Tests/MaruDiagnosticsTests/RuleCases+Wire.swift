import MaruDiagnostics

extension RuleCase {
  private static func answered(
    _ fields: String..., status: Int = 200, request: [String] = ["Authorization: Bearer a"],
    url: String = "https://api.wren.test/orders", body: String? = #"{"orders":[]}"#,
    at start: Int = 0,
    method: String = "GET", client: String = "urlsession"
  ) -> String {
    let lines =
      ["\(start) \(method) \(url) \(client)"] + request.map { "> \($0)" } + ["< \(status)"]
      + fields.map { "< \($0)" } + [body.map { "<< \($0)" }].compactMap { $0 }
    return lines.joined(separator: "\n")
  }

  private static let json = "Content-Type: application/json"
  private static let modified = "Last-Modified: Sun, 01 Mar 2026 09:00:00 GMT"

  static let caching: [RuleCase] = [
    RuleCase(
      "cache.heuristic", needs: .credentials, seen: answered(json, modified),
      near: answered(json, modified, "Cache-Control: no-cache"), answered(json),
      answered(json, modified, request: [])),
    RuleCase(
      "cache.bad-directives", seen: answered(json, "Cache-Control: nostore, private"),
      near: answered(json, "Cache-Control: no-store, private, max-age=0"),
      answered(json, "Cache-Control: public, max-age=31536000, immutable"),
      answered(json, #"Cache-Control: private="set-cookie", max-age="60""#)),
    RuleCase(
      "cache.bad-directives", seen: answered(json, "Cache-Control: max-age: 60"),
      near: answered(json, "Cache-Control: max-age=60, stale-while-revalidate=30")),
    RuleCase(
      "cache.bad-directives", seen: answered(json, "Cache-Control: no-store, max-age=60"),
      near: answered(json, "Cache-Control: no-store, s-maxage=0")),
    RuleCase(
      "cache.vary-inconsistent",
      seen: answered("Vary: Origin", "Cache-Control: public, max-age=60") + "\n\n"
        + answered("Cache-Control: public, max-age=60", at: 1),
      near: answered("Vary: Origin", "Cache-Control: public, max-age=60") + "\n\n"
        + answered("Vary: Origin", "Cache-Control: public, max-age=60", at: 1),
      answered("Vary: Origin", "Cache-Control: public, max-age=60") + "\n\n"
        + answered("Cache-Control: no-store", at: 1),
      answered("Vary: Accept-Encoding", "Cache-Control: public, max-age=60") + "\n\n"
        + answered("Cache-Control: public, max-age=60", at: 1)),
    RuleCase(
      "cache.bad-304", needs: .credentials,
      seen: answered(
        #"ETag: "two""#, status: 304, request: [#"If-None-Match: "one""#, "Cookie: a=1"], body: nil),
      near: answered(
        #"ETag: W/"one""#, status: 304, request: [#"If-None-Match: "zero", "one""#, "Cookie: a=1"],
        body: nil),
      answered(#"ETag: "two""#, request: [#"If-None-Match: "one""#]),
      answered(#"ETag: "two""#, status: 304, request: ["If-None-Match: *"], body: nil)),
    RuleCase(
      "status.mismatch", needs: .credentials,
      seen: answered(status: 304, request: ["Authorization: Bearer a"], body: nil),
      near: answered(status: 304, request: [#"If-None-Match: "one""#], body: nil),
      answered(
        status: 304, request: ["If-Modified-Since: Sun, 01 Mar 2026 09:00:00 GMT"], body: nil),
      answered(status: 404, body: nil)),
    RuleCase(
      "cache.authenticated-public", needs: .credentials,
      seen: answered(json, "Cache-Control: public, max-age=60"),
      near: answered(json, "Cache-Control: public, private"),
      answered(json, "Cache-Control: public, max-age=60", "Vary: Authorization"),
      answered(json, "Cache-Control: public, max-age=60", request: [])),
    RuleCase(
      "status.mismatch", needs: .credentials, seen: answered(status: 416, body: nil),
      near: answered(
        status: 416, request: ["Range: bytes=9-", "Authorization: Bearer a"], body: nil)),
  ]

  static let wire: [RuleCase] = [
    missingGuard,
    RuleCase(
      "status.nonstandard", seen: answered(status: 419, body: nil),
      near: answered(status: 429, body: nil), answered(status: 418, body: nil)),
    RuleCase(
      "cors.redirect-userinfo", needs: .redirects,
      seen: answered(
        "Location: https://ann:pw@api.wren.test/b", status: 302,
        request: ["Origin: https://app.finch.test"], body: nil, client: "webkit"),
      near: answered(
        "Location: https://api.wren.test/@ann?mail=a@b", status: 302,
        request: ["Origin: https://app.finch.test"], body: nil, client: "webkit")),
    RuleCase(
      "cors.max-age",
      seen: answered(
        "Access-Control-Max-Age: 1h", status: 204,
        request: ["Origin: https://app.finch.test", "Access-Control-Request-Method: PUT"],
        body: nil, method: "OPTIONS", client: "webkit"),
      near: answered(
        "Access-Control-Max-Age: 600", status: 204,
        request: ["Origin: https://app.finch.test", "Access-Control-Request-Method: PUT"],
        body: nil, method: "OPTIONS", client: "webkit"),
      answered(
        "Access-Control-Max-Age: -1", status: 204,
        request: ["Origin: https://app.finch.test", "Access-Control-Request-Method: PUT"],
        body: nil, method: "OPTIONS", client: "webkit")),
    RuleCase(
      "net.no-https", seen: answered(request: [], url: "http://api.wren.test/a"),
      near: answered(
        "Location: https://api.wren.test/a", status: 301, request: [],
        url: "http://api.wren.test/a", body: nil),
      answered(request: [], url: "http://localhost:8080/a")),
    RuleCase(
      "net.hsts",
      seen: answered(
        "Content-Type: text/html", request: ["Cookie: sid=1"], body: "<html></html>",
        client: "webkit"),
      near: answered(
        "Content-Type: text/html", "Strict-Transport-Security: max-age=\"600\"",
        request: ["Cookie: sid=1"], body: "<html></html>", client: "webkit"),
      answered("Content-Type: text/html", request: ["Cookie: sid=1"], body: "<html></html>"),
      answered("Content-Type: text/html", request: [], body: "<html></html>", client: "webkit")),
    RuleCase(
      "net.hsts",
      seen: answered(
        "Content-Type: text/html", "Strict-Transport-Security: max-age=0",
        request: ["Cookie: sid=1"], body: "<html></html>", client: "webkit"),
      near: answered(
        "Content-Type: text/html", "Strict-Transport-Security: includeSubDomains; max-age=1",
        request: ["Cookie: sid=1"], body: "<html></html>", client: "webkit")),
    RuleCase(
      "cookie.lifetime",
      seen: answered(
        "Set-Cookie: sid=1; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=63072000"),
      near: answered(
        "Set-Cookie: sid=1; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=31536000"),
      answered("Set-Cookie: theme=1; Path=/; Max-Age=63072000"),
      answered("Set-Cookie: sid=1; Path=/; Secure; HttpOnly; SameSite=Lax")),
    RuleCase(
      "cookie.attribute-typo", seen: answered("Set-Cookie: sid=1; Path=/; HtpOnly"),
      near: answered("Set-Cookie: sid=1; Path=/; Secure; Partitioned; Priority=High;"),
      answered("Set-Cookie: theme=1; Path=/; HtpOnly")),
    RuleCase(
      "cookie.no-name", seen: answered("Set-Cookie: =1; Path=/"),
      near: answered("Set-Cookie: a=; Path=/"), answered("Set-Cookie: =; Path=/")),
    RuleCase(
      "redirect.to-http", needs: .redirects,
      seen: answered("Location: http://api.wren.test/b", status: 302, body: nil),
      near: answered("Location: //api.wren.test/b", status: 302, body: nil),
      answered("Location: http://127.0.0.1:51004/callback", status: 302, body: nil),
      answered("Location: http://api.wren.test/b", status: 201, body: nil),
      answered(
        "Location: http://api.wren.test/c", status: 302, url: "http://api.wren.test/b", body: nil)),
  ]
}

extension OwnStory {
  /// The rules that are tried at their edges, as stories.
  static let edges = RuleCase.all.map {
    OwnStory("\($0.rule), by itself", $0.rule, script: $0.seen)
  }
}
