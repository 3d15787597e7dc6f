extension OwnStory {
  static let cookies: [OwnStory] = [
    OwnStory(
      "a logout deletes under another domain", "cookie.delete-mismatch",
      "auth.session-survives-logout",
      script: """
        0 POST https://www.wren.test/login browser
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Set-Cookie: sid=1; Domain=wren.test; Path=/; Secure; HttpOnly; SameSite=Lax

        1 POST https://www.wren.test/logout browser
        > Cookie: sid=1
        < 204
        < Set-Cookie: sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT

        2 GET https://www.wren.test/me browser
        > Cookie: sid=1
        < 200
        << {"id":1}
        """),
    OwnStory(
      "a cookie from before the capture is not met", "cookie.delete-mismatch",
      script: """
        0 POST https://www.wren.test/logout
        > Cookie: sid=1
        < 204
        < Set-Cookie: sid=; Path=/app; Max-Age=0

        2 GET https://www.wren.test/app
        > Cookie: sid=1
        < 401
        < WWW-Authenticate: Cookie
        """),
    OwnStory(
      "cookies have grown", "header.too-large-431", "cookie.header-too-large",
      script: """
        0 GET https://www.wren.test/a browser
        > Cookie: s.0=\(String(repeating: "x", count: 3_000)); s.1=\(String(repeating: "y", count: 3_000))
        < 400
        << <html><h1>Request Header Or Cookie Too Large</h1></html>
        """),
    OwnStory(
      "a slow poll writes the old session back", "cookie.race-overwrites-newer",
      script: """
        0 GET https://www.wren.test/poll browser +2000
        > Cookie: session=a
        < 200
        < Set-Cookie: session=b; Path=/; Secure; HttpOnly; SameSite=Lax

        0.5 GET https://www.wren.test/login/start browser
        > Cookie: session=a
        < 200
        < Set-Cookie: session=c; Path=/; Secure; HttpOnly; SameSite=Lax

        4 GET https://www.wren.test/login/end browser
        > Cookie: session=b
        < 400
        """),
    OwnStory(
      "Secure cookies over http", "cookie.secure-set-over-http",
      "cookie.new-session-every-response",
      script: (0..<3).map {
        """
        \($0) GET http://intra.wren.test/p\($0) browser
        < 200
        < Set-Cookie: sid=v\($0); Path=/; Secure; HttpOnly; SameSite=Lax
        """
      }.joined(separator: "\n\n")),
    OwnStory(
      "a payment comes back as a POST", "cookie.samesite-blocks-cross-site-post",
      "cookie.missing-samesite",
      script: """
        0 GET https://shop.wren.test/pay browser
        < 200
        < Set-Cookie: session=a; Path=/; Secure; HttpOnly

        300 POST https://shop.wren.test/paid browser
        > Origin: https://bank.finch.test
        > Content-Type: application/x-www-form-urlencoded
        >> result=ok
        < 403
        """),
    OwnStory(
      "a cookie is sent when it is over", "cookie.sent-after-expiry",
      script: """
        0 GET https://api.wren.test/a
        < 200
        < Set-Cookie: sid=1; Path=/; Expires=Mon, 02 Mar 2026 09:01:00 GMT; Secure; HttpOnly; SameSite=Lax

        200 GET https://api.wren.test/b
        > Cookie: sid=1
        < 401
        < WWW-Authenticate: Cookie
        """),
    OwnStory(
      "None without Secure", "cookie.samesite-none-insecure", "cookie.missing-secure",
      script: """
        0 GET https://api.wren.test/a browser
        < 200
        < Set-Cookie: sid=1; Path=/; HttpOnly; SameSite=None

        1 GET https://api.wren.test/b browser
        < 200
        < Set-Cookie: auth=1; Path=/; HttpOnly; SameSite=Lax
        """),
    OwnStory(
      "a domain of somebody else", "cookie.rejected-domain",
      script: """
        0 POST https://api.wren.test/login
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Set-Cookie: sid=1; Domain=auth.finch.test; Path=/; Secure; HttpOnly; SameSite=Lax
        """),
    OwnStory(
      "a prefix that is not kept", "cookie.prefix-violation",
      script: """
        0 GET https://api.wren.test/a
        < 200
        < Set-Cookie: __Host-sid=1; Path=/app; Secure; HttpOnly; SameSite=Lax
        """),
    OwnStory(
      "a cookie as large as a page", "cookie.too-large",
      script: """
        0 GET https://api.wren.test/a
        < 200
        < Set-Cookie: sid=\(String(repeating: "z", count: 5_000)); Path=/; Secure; HttpOnly; SameSite=Lax
        """),
    OwnStory(
      "http over a Secure cookie", "cookie.overwrite-refused",
      script: """
        0 GET https://api.wren.test/a browser
        < 200
        < Set-Cookie: sid=1; Path=/; Secure; HttpOnly; SameSite=Lax

        1 GET http://api.wren.test/a browser
        < 200
        < Set-Cookie: sid=2; Path=/; HttpOnly; SameSite=Lax
        """),
    OwnStory(
      "a login for another site's page", "cookie.samesite-blocks-set",
      script: """
        0 POST https://api.wren.test/login browser
        > Origin: https://page.finch.test
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Access-Control-Allow-Origin: https://page.finch.test
        < Access-Control-Allow-Credentials: true
        < Vary: Origin
        < Set-Cookie: sid=1; Path=/; Secure; HttpOnly; SameSite=Lax
        """),
    OwnStory(
      "the session stays at home", "cookie.eligible-not-sent",
      script: """
        0 POST https://api.wren.test/login
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Set-Cookie: sid=1; Path=/; Secure; HttpOnly; SameSite=Lax

        1 GET https://api.wren.test/me
        < 401
        < WWW-Authenticate: Cookie
        """),
    OwnStory(
      "a session for the login's folder", "cookie.not-on-path",
      script: """
        0 POST https://api.wren.test/auth/login
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Set-Cookie: sid=1; Secure; HttpOnly; SameSite=Lax

        1 GET https://api.wren.test/orders
        < 401
        < WWW-Authenticate: Cookie
        """),
    OwnStory(
      "a call in the clear has no session", "cookie.scheme-downgrade",
      script: """
        0 POST https://api.wren.test/login
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Set-Cookie: sid=1; Path=/; Secure; HttpOnly; SameSite=Lax

        1 GET http://api.wren.test/orders
        < 401
        < WWW-Authenticate: Cookie
        """),
    OwnStory(
      "one name, two cookies", "cookie.duplicate-name",
      script: """
        0 GET https://api.wren.test/orders
        > Cookie: sid=new; lang=de; sid=old
        < 401
        < WWW-Authenticate: Cookie
        """),
    OwnStory(
      "the web view is signed in, the app is not", "cookie.webview-jar-split",
      script: """
        0 POST https://www.wren.test/login wkwebview
        > Content-Type: application/json
        >> {"password":"x"}
        < 200
        < Set-Cookie: sid=1; Domain=wren.test; Path=/; Secure; HttpOnly; SameSite=Lax

        2 GET https://api.wren.test/me urlsession
        < 401
        < WWW-Authenticate: Cookie
        """),
    OwnStory(
      "flags and attributes", "cookie.missing-httponly", "cookie.attribute-typo",
      "cookie.invalid-expires", "cookie.invalid-max-age", "cookie.set-twice",
      "cookie.loose-domain", "cookie.no-name", "cookie.partitioned-insecure",
      script: """
        0 GET https://api.wren.test/a browser
        < 200
        < Set-Cookie: sid=1; Domain=wren.test; Path=/; Secure; SameSite=Lax; HtpOnly
        < Set-Cookie: sid=1; Domain=wren.test; Path=/; Secure; SameSite=Lax
        < Set-Cookie: token=2; Path=/; Secure; HttpOnly; SameSite=Lax; Expires=tomorrow
        < Set-Cookie: auth=3; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=1h
        < Set-Cookie: nameless
        < Set-Cookie: widget=4; Path=/; SameSite=Lax; Partitioned
        """),
  ]
}
