import MaruDiagnostics

extension RuleCase {
  /// A token that tells nothing of itself, used so many seconds after it was handed out.
  private static func opaque(_ seconds: Int, _ status: Int = 401, said: String = "") -> String {
    """
    0 POST https://id.wren.test/token
    > Content-Type: application/x-www-form-urlencoded
    >> grant_type=authorization_code&code=c1&code_verifier=v&client_id=app
    < 200
    < Cache-Control: no-store
    << {"access_token":"opaque-1","expires_in":300,"refresh_token":"r1"}

    \(seconds) GET https://api.wren.test/orders
    > Authorization: Bearer opaque-1
    < \(status)
    < WWW-Authenticate: Bearer error="invalid_token"\(said)
    """
  }

  private static func refreshes(every seconds: Int, lifetime: Int, _ count: Int = 5) -> String {
    (0..<count).map { turn in
      """
      \(turn * seconds) POST https://id.wren.test/token
      > Content-Type: application/x-www-form-urlencoded
      >> grant_type=refresh_token&refresh_token=r\(turn)
      < 200
      < Cache-Control: no-store
      << {"access_token":"a\(turn)","expires_in":\(lifetime),"refresh_token":"r\(turn + 1)"}

      \(turn * seconds).5 GET https://api.wren.test/orders/\(turn)
      > Authorization: Bearer a\(turn)
      < 200
      < Cache-Control: no-store
      """
    }.joined(separator: "\n\n")
  }

  private static func login(_ query: String, redeem: String? = nil) -> String {
    let start = """
      0 GET https://id.wren.test/authorize?client_id=app&\(query) webkit
      < 200
      < Content-Type: text/html
      """
    guard let redeem else { return start }
    return start + """


      9 POST https://id.wren.test/token
      > Content-Type: application/x-www-form-urlencoded
      >> grant_type=authorization_code&code=c1&client_id=app\(redeem)
      < 200
      < Cache-Control: no-store
      << {"access_token":"a","token_type":"Bearer"}
      """
  }

  private static func write(
    cookie: String, field: String?, status: Int = 403, said: String = "", posted: String = "{}",
    method: String = "POST"
  ) -> String {
    """
    0 \(method) https://www.wren.test/orders webkit
    > Cookie: sid=1; XSRF-TOKEN=\(cookie)
    > Content-Type: application/json
    \(field.map { "> X-XSRF-TOKEN: \($0)" } ?? "> Accept: */*")
    >> \(posted)
    < \(status)
    < Content-Type: application/json
    << {"message":"\(said)"}
    """
  }

  static let authentication: [RuleCase] = [
    RuleCase(
      "auth.used-after-expires-in", needs: .equality, seen: opaque(400),
      near: opaque(200), opaque(400, 200), opaque(400, 404)),
    RuleCase(
      "auth.refresh-too-early", needs: .requestBodies, seen: refreshes(every: 10, lifetime: 3_600),
      near: refreshes(every: 3_500, lifetime: 3_600), refreshes(every: 10, lifetime: 3_600, 3),
      // Each had been turned down: refreshing is what one does.
      refreshes(every: 10, lifetime: 3_600).replacing(
        "< 200\n< Cache-Control: no-store\n\n", with: "< 401\n\n")),
    RuleCase(
      "auth.pkce-missing", needs: .requestBodies,
      seen: login("response_type=code&redirect_uri=com.wren.app:/back&state=s", redeem: ""),
      near: login(
        "response_type=code&redirect_uri=com.wren.app:/back&code_challenge=x&code_challenge_method=S256",
        redeem: "&code_verifier=v"),
      login("response_type=code&request_uri=urn:x:1", redeem: ""),
      login("response_type=token&redirect_uri=com.wren.app:/back", redeem: "")),
    RuleCase(
      "auth.implicit-flow", seen: login("response_type=id_token%20token&nonce=n"),
      near: login("response_type=id_token&nonce=n"), login("response_type=code&code_challenge=x")),
    RuleCase(
      "auth.csrf-mismatch", needs: .credentials, seen: write(cookie: "new", field: "old"),
      near: write(cookie: "a%3D%3D", field: "a=="), write(cookie: "new", field: "old", status: 200),
      write(cookie: "new", field: nil, said: "no permission"),
      write(cookie: "new", field: nil, said: "csrf", posted: #"{"_token":"new"}"#),
      write(cookie: "new", field: "old", method: "GET")),
  ]
}

extension RuleCase {
  static let missingGuard = RuleCase(
    "auth.csrf-mismatch", needs: .equality,
    seen: """
      0 PUT https://www.wren.test/orders webkit
      > Cookie: sessionid=1; csrftoken=abc
      > Content-Type: application/json
      >> {}
      < 403
      < Content-Type: text/html
      << <html>CSRF verification failed. Request aborted.</html>
      """,
    near: """
      0 PUT https://www.wren.test/orders webkit
      > Cookie: sessionid=1
      > Content-Type: application/json
      >> {}
      < 403
      < Content-Type: text/html
      << <html>CSRF verification failed. Request aborted.</html>
      """)
}
