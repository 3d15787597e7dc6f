extension OwnStory {
  static let crossOrigin: [OwnStory] = [
    OwnStory(
      "any origin with credentials", "cors.wildcard-with-credentials",
      script: """
        0 GET https://api.wren.test/a browser
        > Origin: https://app.finch.test
        > Cookie: x=1
        < 200
        < Access-Control-Allow-Origin: *
        """),
    OwnStory(
      "a cache mixes origins up", "cors.missing-vary-origin", "cors.origin-mismatch",
      script: """
        0 GET https://cdn.wren.test/a.json browser
        > Origin: https://one.finch.test
        < 200
        < Access-Control-Allow-Origin: https://one.finch.test
        < Cache-Control: max-age=60

        1 GET https://cdn.wren.test/a.json browser
        > Origin: https://two.finch.test
        < 200
        < Access-Control-Allow-Origin: https://one.finch.test
        < Cache-Control: max-age=60
        < Age: 1
        """),
    OwnStory(
      "the gateway's error has no CORS fields", "cors.error-response-missing-acao",
      "cors.missing-allow-credentials",
      script: """
        0 GET https://api.wren.test/a browser
        > Origin: https://app.finch.test
        > Cookie: x=1
        < 200
        < Access-Control-Allow-Origin: https://app.finch.test
        < Vary: Origin

        1 GET https://api.wren.test/b browser
        > Origin: https://app.finch.test
        < 502
        """),
    OwnStory(
      "two values", "cors.acao-multiple",
      script: """
        0 GET https://api.wren.test/a browser
        > Origin: https://app.finch.test
        < 200
        < Access-Control-Allow-Origin: https://app.finch.test
        < Access-Control-Allow-Origin: https://app.finch.test
        """),
    OwnStory(
      "preflights that fail", "cors.preflight-requires-auth", "cors.preflight-redirect",
      "cors.preflight-bad-status", "cors.preflight-method-not-allowed",
      "cors.preflight-header-not-allowed",
      script: [
        ("401", ""), ("301", "< Location: https://api.wren.test/b"), ("404", ""),
        (
          "204",
          "< Access-Control-Allow-Origin: https://app.finch.test\n< Access-Control-Allow-Methods: GET\n< Access-Control-Allow-Headers: *"
        ),
      ].map {
        """
        0 OPTIONS https://api.wren.test/a browser
        > Origin: https://app.finch.test
        > Access-Control-Request-Method: PUT
        > Access-Control-Request-Headers: authorization
        < \($0.0)
        \($0.1)
        """.trimmingPrefix("\n").description
      }.joined(separator: "\n\n").replacing("\n\n\n", with: "\n\n")),
  ]

  static let caches: [OwnStory] = [
    OwnStory(
      "a picture of a stranger", "cache.shared-cache-serves-other-identity",
      "cache.personal-response-cacheable",
      script: """
        0 GET https://api.wren.test/account
        > Cookie: sid=ann
        < 200
        < Content-Type: application/json
        < Cache-Control: max-age=60
        << {"email":"ann@wren.test"}

        9 GET https://api.wren.test/account
        > Cookie: sid=bob
        < 200
        < Content-Type: application/json
        < Cache-Control: max-age=60
        < CF-Cache-Status: HIT
        << {"email":"ann@wren.test"}
        """),
    OwnStory(
      "who I was before the login", "cache.stale-after-login",
      script: """
        0 GET https://api.wren.test/me
        < 200
        < Content-Type: application/json
        << {"user":null}

        1 POST https://api.wren.test/login
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Set-Cookie: sid=1; Path=/; Secure; HttpOnly; SameSite=Lax

        2 GET https://api.wren.test/me urlsession cache
        < 200
        < Content-Type: application/json
        << {"user":null}
        """),
    OwnStory(
      "who I was before the logout", "cache.stale-after-logout",
      script: """
        0 GET https://api.wren.test/me
        > Authorization: Bearer a
        < 200
        < Content-Type: application/json
        << {"user":"ann"}

        1 POST https://api.wren.test/logout
        > Authorization: Bearer a
        < 204

        2 GET https://api.wren.test/me urlsession cache
        < 200
        < Content-Type: application/json
        << {"user":"ann"}
        """),
    OwnStory(
      "the other account's profile", "cache.stale-after-account-switch",
      script: """
        0 GET https://api.wren.test/profile
        > Authorization: Bearer {{jwt sub=1 exp=600}}
        < 200
        < Content-Type: application/json
        << {"user":"ann"}

        5 GET https://api.wren.test/profile urlsession cache
        > Authorization: Bearer {{jwt sub=2 exp=600}}
        < 200
        < Content-Type: application/json
        << {"user":"ann"}
        """),
    OwnStory(
      "public with a token", "cache.authenticated-public",
      script: """
        0 GET https://api.wren.test/orders
        > Authorization: Bearer a
        < 200
        < Cache-Control: public, max-age=60
        << {"n":1}
        """),
    OwnStory(
      "tokens that are kept", "cache.token-response-cacheable",
      script: """
        0 GET https://id.wren.test/auth/refresh-tokens
        > Authorization: Bearer a
        < 200
        < Cache-Control: max-age=60
        << {"access_token":"a","refresh_token":"b"}
        """),
    OwnStory(
      "a validator in vain", "cache.validator-ignored",
      script: """
        0 GET https://api.wren.test/list
        > If-None-Match: "v1"
        < 200
        < ETag: W/"v1"
        """),
  ]

  static let wire: [OwnStory] = [
    OwnStory(
      "a slash costs the token", "auth.redirect-drops-authorization",
      script: """
        0 GET https://api.wren.test/v1/list
        > Authorization: Bearer a
        < 301
        < Location: /v1/list/

        0.1 GET https://api.wren.test/v1/list/
        < 401
        < WWW-Authenticate: Bearer
        """),
    OwnStory(
      "the token goes abroad", "auth.redirect-leaks-authorization", "leak.secret-third-party",
      script: """
        0 GET https://api.wren.test/file
        > Authorization: Bearer a
        < 302
        < Location: https://files.finch.test/1

        0.1 GET https://files.finch.test/1
        > Authorization: Bearer a
        < 200
        """),
    OwnStory(
      "the POST becomes a GET", "redirect.post-became-get", "leak.credentials-over-http",
      "status.405-allow",
      script: """
        0 POST http://api.wren.test/orders
        > Authorization: Bearer a
        >> a=1
        < 301
        < Location: https://api.wren.test/orders

        0.1 GET https://api.wren.test/orders
        > Authorization: Bearer a
        < 405
        """),
    OwnStory(
      "round and round", "redirect.loop",
      script: (0..<4).map {
        """
        \($0).0 GET https://www.wren.test/a browser
        < 301
        < Location: https://www.wren.test/b

        \($0).5 GET https://www.wren.test/b browser
        < 301
        < Location: https://www.wren.test/a
        """
      }.joined(separator: "\n\n")),
    OwnStory(
      "twelve steps", "redirect.too-many",
      script: (0..<12).map {
        """
        \($0) GET https://www.wren.test/s\($0) browser
        < 302
        < Location: /s\($0 + 1)
        """
      }.joined(separator: "\n\n")),
    OwnStory(
      "no way to go", "status.redirect-without-location", "status.204-with-body",
      script: """
        0 GET https://www.wren.test/a
        < 302
        < Content-Length: 0

        1 GET https://www.wren.test/b
        < 204
        << something
        """),
    OwnStory(
      "all is well, but for the body", "status.200-error-body",
      script: """
        0 GET https://api.wren.test/orders
        < 200
        << {"code":401,"message":"token expired"}
        """),
    OwnStory(
      "a page from the gateway", "content.html-instead-of-json",
      script: """
        0 GET https://api.wren.test/orders
        > Accept: application/json
        < 502
        < Content-Type: text/html
        << <html>Bad Gateway</html>
        """),
    OwnStory(
      "types", "content.type-mismatch", "content.missing-type",
      script: """
        0 GET https://api.wren.test/a
        < 200
        < Content-Type: application/json
        << <html></html>

        1 GET https://api.wren.test/b
        < 200
        < Server: x
        << hello
        """),
    OwnStory(
      "clocks", "clock.skew", "jwt.expired-at-send",
      script: """
        0 GET https://api.wren.test/a
        > Authorization: Bearer {{jwt exp=300 sub=1}}
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"
        < Date: Mon, 02 Mar 2026 09:10:00 GMT
        """),
    OwnStory(
      "two orders", "retry.non-idempotent", "net.timeout",
      script: """
        0 POST https://api.wren.test/orders urlsession +30000 !net::ERR_TIMED_OUT
        >> {"n":1}

        31 POST https://api.wren.test/orders
        >> {"n":1}
        < 201
        """),
    OwnStory(
      "another key", "retry.idempotency-key-changed",
      script: """
        0 POST https://api.wren.test/orders
        > Idempotency-Key: one
        >> {"n":1}
        < 502

        2 POST https://api.wren.test/orders
        > Idempotency-Key: two
        >> {"n":1}
        < 201
        """),
    OwnStory(
      "too early", "retry.ignores-retry-after",
      script: """
        0 GET https://api.wren.test/a
        < 429
        < Date: Mon, 02 Mar 2026 09:00:00 GMT
        < Retry-After: Mon, 02 Mar 2026 09:00:30 GMT

        5 GET https://api.wren.test/a
        < 429
        """),
    OwnStory(
      "six times in three seconds", "retry.storm",
      script: (0..<6).map { "0\(Double($0) * 0.5) GET https://api.wren.test/a\n< 500" }
        .joined(separator: "\n\n")),
    OwnStory(
      "no way through", "net.tls-handshake-failed", "net.tls-untrusted", "net.tls-expired",
      "net.tls-host-mismatch", "net.ats-cleartext", "net.connection-failed", "net.dns-failed",
      script: [
        "ERR_SSL_PROTOCOL_ERROR", "ERR_CERT_AUTHORITY_INVALID", "ERR_CERT_DATE_INVALID",
        "ERR_CERT_COMMON_NAME_INVALID", "ERR_CLEARTEXT_NOT_PERMITTED", "ERR_CONNECTION_RESET",
        "ERR_NAME_NOT_RESOLVED",
      ].enumerated().map {
        "\($0.offset) GET https://h\($0.offset).wren.test/a urlsession !net::\($0.element)"
      }.joined(separator: "\n\n")),
    OwnStory(
      "what a page tells others", "leak.referer-token", "leak.mixed-content",
      script: """
        0 GET https://www.wren.test/a?access_token=abc browser
        < 200

        1 GET http://img.finch.test/a.png browser
        > Referer: https://www.wren.test/a?access_token=abc
        < 200
        """),
  ]

  static let all = authentication + cookies + crossOrigin + caches + wire + edges

  /// Ordinary traffic, of which nothing is to be reported.
  static let controls: [OwnStory] = [
    OwnStory(
      "a form is sent and its page shown",
      script: """
        0 POST https://www.wren.test/contact browser
        > Content-Type: application/x-www-form-urlencoded
        >> text=hello
        < 302
        < Location: /thanks

        0.1 GET https://www.wren.test/thanks browser
        < 200
        < Content-Type: text/html
        << <html>Thanks</html>
        """),
    OwnStory(
      "a new version of a cookie replaces the old path's",
      script: """
        0 GET https://www.wren.test/app/ browser
        < 200
        < Set-Cookie: sid=1; Path=/app; Secure; HttpOnly; SameSite=Lax

        1 GET https://www.wren.test/app/ browser
        > Cookie: sid=1
        < 200
        < Set-Cookie: sid=; Path=/app; Max-Age=0; Secure; HttpOnly; SameSite=Lax
        < Set-Cookie: sid=2; Path=/; Secure; HttpOnly; SameSite=Lax

        2 GET https://www.wren.test/app/ browser
        > Cookie: sid=2
        < 200
        """),
    OwnStory(
      "both forms of a cookie are deleted, and one was there",
      script: """
        0 POST https://www.wren.test/login browser
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Set-Cookie: sid=1; Domain=wren.test; Path=/; Secure; HttpOnly; SameSite=Lax

        1 POST https://www.wren.test/logout browser
        > Cookie: sid=1
        < 204
        < Set-Cookie: sid=; Path=/; Max-Age=0
        < Set-Cookie: sid=; Domain=wren.test; Path=/; Max-Age=0

        2 GET https://www.wren.test/ browser
        < 200
        < Content-Type: text/html
        """),
    OwnStory(
      "two people, two sessions, no cache",
      script: """
        0 GET https://api.wren.test/me
        > Cookie: sid=ann
        < 200
        < Cache-Control: no-store
        < Content-Type: application/json
        << {"user":"ann"}

        1 GET https://api.wren.test/me
        > Cookie: sid=bob
        < 200
        < Cache-Control: no-store
        < Content-Type: application/json
        << {"user":"bob"}
        """),
    OwnStory(
      "a list of cities is public, and a cache gives it to all",
      script: """
        0 GET https://api.wren.test/cities
        > Cookie: sid=ann
        < 200
        < Cache-Control: public, max-age=60
        < Content-Type: application/json
        << {"cities":["Seoul"]}

        1 GET https://api.wren.test/cities
        > Cookie: sid=bob
        < 200
        < Cache-Control: public, max-age=60
        < Age: 9
        < Content-Type: application/json
        << {"cities":["Seoul"]}
        """),
    OwnStory(
      "one refresh after the other, each with its own token",
      script: """
        0 POST https://id.wren.test/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1
        < 200
        < Cache-Control: no-store
        << {"access_token":"a","refresh_token":"r2"}

        600 POST https://id.wren.test/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r2
        < 200
        < Cache-Control: no-store
        << {"access_token":"b","refresh_token":"r3"}
        """),
    OwnStory(
      "a session that has ended for good",
      script: """
        0 GET https://api.wren.test/me
        > Authorization: Bearer a
        < 401
        < WWW-Authenticate: Bearer error="invalid_token"

        1 POST https://id.wren.test/token
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1
        < 400
        < Cache-Control: no-store
        << {"error":"invalid_grant"}
        """),
    OwnStory(
      "waiting grows from turn to turn",
      script: [0.0, 0.5, 1.5, 3.5, 7.5].map { "\($0) GET https://api.wren.test/a\n< 500" }
        .joined(separator: "\n\n")),
    OwnStory(
      "another site's page may read, with credentials",
      script: """
        0 OPTIONS https://api.wren.test/a browser
        > Origin: https://app.finch.test
        > Access-Control-Request-Method: PUT
        > Access-Control-Request-Headers: authorization
        < 204
        < Access-Control-Allow-Origin: https://app.finch.test
        < Access-Control-Allow-Methods: GET, PUT
        < Access-Control-Allow-Headers: Authorization
        < Access-Control-Allow-Credentials: true
        < Vary: Origin

        0.2 PUT https://api.wren.test/a browser
        > Origin: https://app.finch.test
        > Authorization: Bearer a
        < 200
        < Access-Control-Allow-Origin: https://app.finch.test
        < Access-Control-Allow-Credentials: true
        < Vary: Origin
        < Cache-Control: no-store
        """),
    OwnStory(
      "a redirect within the origin keeps the token",
      script: """
        0 GET https://api.wren.test/old
        > Authorization: Bearer a
        < 308
        < Location: /new

        0.1 GET https://api.wren.test/new
        > Authorization: Bearer a
        < 200
        < Cache-Control: no-store
        """),
  ]
}
