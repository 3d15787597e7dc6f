/// Traffic that tests share.
enum Scenes {
  /// Two calls refresh one rotating token at once, and one of them loses.
  static let storm = TrafficScript(
    text: """
      0 GET https://api.wren.test/orders
      > Authorization: Bearer old-secret-token-1
      < 401
      < WWW-Authenticate: Bearer error="invalid_token"

      0.1 POST https://id.wren.test/oauth/token
      > Content-Type: application/x-www-form-urlencoded
      >> grant_type=refresh_token&refresh_token=refresh-secret-1
      < 200
      < Cache-Control: no-store
      < Content-Type: application/json
      << {"access_token":"new-secret-token-2","refresh_token":"refresh-secret-2"}

      0.12 POST https://id.wren.test/oauth/token
      > Content-Type: application/x-www-form-urlencoded
      >> grant_type=refresh_token&refresh_token=refresh-secret-1
      < 400
      < Content-Type: application/json
      << {"error":"invalid_grant"}

      0.5 GET https://api.wren.test/orders
      > Authorization: Bearer new-secret-token-2
      < 200
      < Cache-Control: no-store
      < Content-Type: application/json
      << []
      """)

  /// Nothing is wrong here.
  static let calm = TrafficScript(
    text: """
      0 GET https://api.wren.test/orders
      > Authorization: Bearer token-1
      > Accept: application/json
      < 200
      < Cache-Control: no-store
      < Content-Type: application/json
      << []
      """)

  /// What stands in the storm and in no report.
  static let stormSecrets = [
    "old-secret-token-1", "refresh-secret-1", "new-secret-token-2", "refresh-secret-2",
  ]

  /// Whatever can be hostile is: names, addresses, values and bodies hold orders to pages and terminals.
  static let hostile: TrafficScript = {
    let script = "<script>window.owned=1</script>"
    let image = "\"><img src=x onerror=window.owned=1>"
    let bell = "\u{1B}[2J\u{1B}]0;owned\u{7}"
    return TrafficScript(
      text: """
        0 GET https://api.wren.test/\(script)/\(image)?q=\(script)
        > Authorization: Bearer \(script)
        > Cookie: sid\(script)=1; \(image)=2
        > Origin: https://\(script)
        < 401
        < Set-Cookie: \(script)=1; Path=/\(image); Domain=wren.test
        < Set-Cookie: sid=\(bell)x; Path=/
        < WWW-Authenticate: Bearer realm="\(script)", error="invalid_token"
        < Location: javascript:window.owned=1
        < Content-Type: text/html
        << \(script) token expired </script><script>window.owned=1</script>

        1 GET https://api.wren.test/\(script)/\(image)?q=\(script)
        > Authorization: Bearer \(script)
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"

        2 POST https://evil.\(script).test/oauth/token?access_token=\(script)
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=\(script)
        < 400
        << {"error":"invalid_grant","x":"</script>\(image)\(bell)"}
        """, exporter: "\(script) \(bell)")
  }()
}
