extension OwnStory {
  static let authentication: [OwnStory] = [
    OwnStory(
      "four calls refresh one rotating token at once", "auth.refresh-storm",
      "auth.refresh-token-reuse",
      script: """
        0 GET https://api.wren.test/a
        > Authorization: Bearer old
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"

        0.1 POST https://id.wren.test/oauth/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1
        < 200
        < Cache-Control: no-store
        << {"access_token":"new","refresh_token":"r2"}

        0.12 POST https://id.wren.test/oauth/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1
        < 400
        << {"error":"invalid_grant"}
        """),
    OwnStory(
      "a cookie is renewed by three calls at once", "auth.refresh-storm",
      script: """
        0 POST https://shop.wren.test/session/refresh
        > Cookie: refresh=c1
        < 200
        < Set-Cookie: refresh=c2; Path=/; Secure; HttpOnly; SameSite=Lax

        0.02 POST https://shop.wren.test/session/refresh
        > Cookie: refresh=c1
        < 200
        < Set-Cookie: refresh=c3; Path=/; Secure; HttpOnly; SameSite=Lax
        """),
    OwnStory(
      "each new token is turned down", "auth.refresh-loop", "auth.retry-more-than-once",
      "auth.401-should-be-403", "auth.401-without-www-authenticate",
      script: (0..<4).map { turn in
        """
        \(turn).0 DELETE https://api.wren.test/team/4
        > Authorization: Bearer t\(turn)
        < 401
        < Content-Type: application/json
        << {"message":"insufficient permission"}

        \(turn).3 POST https://api.wren.test/token
        > Content-Type: application/json
        >> {"refreshToken":"q\(turn)"}
        < 200
        < Cache-Control: no-store
        < Content-Type: application/json
        << {"accessToken":"t\(turn + 1)","refreshToken":"q\(turn + 1)"}
        """
      }.joined(separator: "\n\n")),
    OwnStory(
      "an ended token is answered 403 and shown again", "auth.403-should-be-401",
      "jwt.expired-at-send", "auth.no-refresh-after-expiry",
      script: """
        0 GET https://api.wren.test/orders
        > Authorization: Bearer {{jwt exp=-40 sub=7}}
        < 403
        << {"detail":"jwt expired"}

        9 GET https://api.wren.test/orders
        > Authorization: Bearer {{jwt exp=-40 sub=7}}
        < 403
        << {"detail":"jwt expired"}
        """),
    OwnStory(
      "a 403 goes away with a fresh token", "auth.403-should-be-401",
      script: """
        0 GET https://api.wren.test/orders
        > Authorization: Bearer a
        < 403
        << {"detail":"no"}

        1 POST https://api.wren.test/oauth/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r
        < 200
        < Cache-Control: no-store
        << {"access_token":"b"}

        2 GET https://api.wren.test/orders
        > Authorization: Bearer b
        < 200
        << {"ok":true}
        """),
    OwnStory(
      "the issuer's clock is ahead", "jwt.not-yet-valid", "clock.skew",
      script: """
        0 POST https://id.wren.test/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=authorization_code&code=c
        < 200
        < Cache-Control: no-store
        < Date: Mon, 02 Mar 2026 09:03:00 GMT
        << {"access_token":"{{jwt nbf=180 exp=3600 sub=7}}"}

        1 GET https://api.wren.test/me
        > Authorization: Bearer {{jwt nbf=180 exp=3600 sub=7}}
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"
        < Date: Mon, 02 Mar 2026 09:00:01 GMT
        """),
    OwnStory(
      "the old token goes with the retry", "auth.retry-with-old-token",
      script: """
        0 GET https://api.wren.test/me
        > Authorization: Bearer one
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"

        1 POST https://api.wren.test/auth/refresh
        > Content-Type: application/json
        >> {"refresh_token":"r"}
        < 200
        < Cache-Control: no-store
        << {"token":"two"}

        2 GET https://api.wren.test/you
        > Authorization: Bearer one
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"
        """),
    OwnStory(
      "a late refusal empties the store", "auth.credentials-dropped-after-failed-refresh",
      script: """
        0 POST https://api.wren.test/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1
        < 200
        < Cache-Control: no-store
        << {"access_token":"two","refresh_token":"r2"}

        1 POST https://api.wren.test/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1
        < 400
        << {"error":"invalid_grant"}

        2 GET https://api.wren.test/me
        < 401
        < WWW-Authenticate: Bearer
        """),
    OwnStory(
      "no network, no session", "auth.credentials-dropped-after-network-error", "net.dns-failed",
      script: """
        0 POST https://api.wren.test/token urlsession !net::ERR_NAME_NOT_RESOLVED
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1

        2 GET https://api.wren.test/me
        < 401
        < WWW-Authenticate: Bearer
        """),
    OwnStory(
      "a call without anything", "auth.401-missing-credentials",
      script: """
        0 GET https://api.wren.test/orders
        < 401
        < WWW-Authenticate: Bearer
        """),
    OwnStory(
      "one call forgets the token", "auth.inconsistent-credentials",
      script: """
        0 GET https://api.wren.test/orders
        > Authorization: Bearer a
        < 200
        << {"n":1}

        1 GET https://api.wren.test/prices
        < 401
        < WWW-Authenticate: Bearer

        2 GET https://api.wren.test/orders/2
        > Authorization: Bearer a
        < 200
        << {"n":2}
        """),
    OwnStory(
      "the word for nothing is sent as a token", "auth.malformed-authorization",
      script: """
        0 GET https://api.wren.test/orders
        > Authorization: Bearer undefined
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"
        """),
    OwnStory(
      "cookie and token are two people", "auth.cookie-and-bearer-conflict",
      script: """
        0 GET https://api.wren.test/whoami
        > Authorization: Bearer {{jwt exp=600 sub=41}}
        > Cookie: sessionid=abc
        < 200
        < Cache-Control: no-store
        < Content-Type: application/json
        << {"user":{"id":42}}
        """),
    OwnStory(
      "an API sends its caller to the login page", "auth.login-redirect-instead-of-401",
      "content.html-instead-of-json",
      script: """
        0 GET https://cloud.wren.test/files
        > Accept: application/json
        < 302
        < Location: /users/sign_in

        0.1 GET https://cloud.wren.test/users/sign_in
        > Accept: application/json
        < 200
        < Content-Type: text/html
        << <!DOCTYPE html><title>Sign in</title>
        """),
    OwnStory(
      "the login goes in a circle", "auth.login-redirect-loop",
      "cookie.samesite-strict-after-cross-site-redirect",
      script: (0..<3).map { turn in
        """
        \(turn * 2).0 GET https://app.wren.test/home browser
        < 302
        < Location: https://login.finch.test/authorize?client_id=1&state=s\(turn)

        \(turn * 2).2 GET https://login.finch.test/authorize?client_id=1&state=s\(turn) browser
        < 302
        < Location: https://app.wren.test/cb?code=c\(turn)&state=s\(turn)

        \(turn * 2).4 GET https://app.wren.test/cb?code=c\(turn)&state=s\(turn) browser
        < 302
        < Set-Cookie: session=v\(turn); Path=/; Secure; HttpOnly; SameSite=Strict
        < Location: /home
        """
      }.joined(separator: "\n\n")),
    OwnStory(
      "the token works after the logout", "auth.session-survives-logout",
      script: """
        0 POST https://api.wren.test/logout
        > Authorization: Bearer a
        < 204

        5 GET https://api.wren.test/me
        > Authorization: Bearer a
        < 200
        << {"id":1}
        """),
    OwnStory(
      "a token in the query", "auth.token-in-url",
      script: """
        0 GET https://api.wren.test/socket?auth={{jwt exp=600}}
        < 200
        """),
    OwnStory(
      "a signed address and a token", "auth.double-credentials",
      script: """
        0 GET https://store.wren.test/b/1?sv=2024&se=2026-03-02&sig=abc
        > Authorization: Bearer a
        < 403
        < Content-Type: application/xml
        """),
    OwnStory(
      "a code is redeemed twice", "auth.code-reuse",
      script: """
        0 POST https://id.wren.test/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=authorization_code&code=c1&code_verifier=v
        < 200
        < Cache-Control: no-store
        << {"access_token":"a"}

        1 POST https://id.wren.test/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=authorization_code&code=c1&code_verifier=v
        < 400
        << {"error":"invalid_grant"}
        """),
    OwnStory(
      "the state is another one", "auth.state-mismatch",
      script: """
        0 GET https://id.wren.test/authorize?response_type=code&client_id=1&state=one browser
        < 302
        < Location: https://app.wren.test/cb?code=c&state=two

        0.1 GET https://app.wren.test/cb?code=c&state=two browser
        < 400
        """),
    OwnStory(
      "a token in JSON to a token endpoint", "content.request-type-mismatch",
      script: """
        0 POST https://id.wren.test/token
        > Content-Type: application/json
        >> {"grant_type":"password","username":"a","password":"b"}
        < 400
        << {"error":"unsupported_grant_type"}
        """),
  ]
}
