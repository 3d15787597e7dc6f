import Foundation

/// Traffic out of a table of what rules look at, chosen byte by byte.
struct MadeTraffic {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// None of these may be seen in a finding or in what was made safe.
  static let secrets = [
    "Zq8wK3vT6yR1mN4xB7", "hX5jL2pD9sF6gA3cV8", "Uo7iE4tQ1nW8bM5zR2", "correct-horse-77-battery",
  ]
  private static let jwt =
    "eyJhbGciOiJIUzI1NiJ9.eyJleHAiOjE3NzI0NDIwNjAsInN1YiI6IjcifQ.\(secrets[0])\(secrets[1])"

  private static let methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "odd word"]
  private static let addresses = [
    "https://api.wren.test/me", "https://api.wren.test/orders?page=1", "https://id.wren.test/token",
    "https://api.wren.test/login", "https://api.wren.test/logout", "http://api.wren.test/me",
    "https://id.wren.test/authorize?response_type=code&client_id=a&state=s&redirect_uri=app:/x",
    "https://www.finch.test/cb?code=\(secrets[2])&state=t", "https://API.wren.test:443",
    "/relative",
    "https://api.wren.test/auth/refresh", "https://[::1]:8443/a/../b",
    "https://wren.test./%zz?%=&==",
    "https://api.wren.test/x?access_token=\(secrets[0])", "ws://10.0.0.7/live", "",
    "https://s3.test/f?X-Amz-Signature=\(secrets[1])", "https://user:\(secrets[2])@api.wren.test/",
  ]
  private static let statuses = [
    200, 401, 403, 302, 200, 204, 304, 400, 419, 429, 431, 503, 500, 301, 307, 405, 416, 999, 0,
    206,
  ]
  private static let requestFields = [
    ("Authorization", "Bearer \(jwt)"), ("Authorization", "Bearer \(secrets[0])"),
    ("Authorization", "Bearer Bearer \(secrets[1])"), ("Authorization", ""),
    ("Cookie", "sid=\(secrets[0])"),
    ("Cookie", "sid=\(secrets[1]); sid=\(secrets[2]); XSRF-TOKEN=\(secrets[0])"),
    ("Cookie", ";=;a;=b;"),
    ("Origin", "https://www.finch.test"), ("Origin", "null"), ("Sec-Fetch-Site", "cross-site"),
    ("Sec-Fetch-Mode", "navigate"), ("Access-Control-Request-Method", "PUT"),
    ("Access-Control-Request-Headers", "authorization, x-\(secrets[0])"),
    ("If-None-Match", "\"a\", W/\"b\""),
    ("Idempotency-Key", secrets[1]), ("Accept", "application/json"), ("X-XSRF-TOKEN", secrets[1]),
    ("Referer", "https://www.finch.test/?access_token=\(secrets[2])"), ("X-Api-Key", secrets[2]),
    ("Content-Type", "application/json"), ("User-Agent", "Mozilla/5.0 Chrome/140"),
  ]
  private static let answerFields = [
    ("Set-Cookie", "sid=\(secrets[0]); Path=/; Secure; HttpOnly"),
    ("Set-Cookie", "sid=; Max-Age=0"),
    ("Set-Cookie", "sid=\(secrets[1]); Domain=wren.test; SameSite=None"),
    ("Set-Cookie", "__Host-sid=\(secrets[2]); Path=/a; Max-Age=99999999999999999999"),
    ("Set-Cookie", "=\(secrets[0]); Expires=Thu, 99 Foo 99999 99:99:99 GMT; Partitioned"),
    ("Location", "/login?returnUrl=/me"), ("Location", "http://api.wren.test/me"),
    ("Location", "../.."),
    ("Location", "https://u:\(secrets[2])@www.finch.test/?token=\(secrets[0])"), ("Location", "?"),
    ("Cache-Control", "public, max-age=99999999999999999999"),
    ("Cache-Control", "no-store, max-age: 6"),
    ("Age", "-9223372036854775808"), ("Age", "60"), ("X-Cache", "HIT"), ("ETag", "W/\"b\""),
    ("Vary", "*"),
    ("Date", "Mon, 02 Mar 2026 10:00:00 GMT"), ("Date", "Mon, 02 Mar 9999 23:59:59 GMT"),
    ("Date", ""),
    ("Retry-After", "9223372036854775807"), ("Retry-After", "Mon, 02 Mar 9999 09:09:00 GMT"),
    ("Access-Control-Allow-Origin", "*"), ("Access-Control-Allow-Origin", "https://www.finch.test"),
    ("Access-Control-Max-Age", "1h"), ("WWW-Authenticate", "Bearer error=\"invalid_token\""),
    ("Content-Type", "application/json"), ("Content-Type", "text/html"), ("Last-Modified", "x"),
    ("Strict-Transport-Security", ";;max-age=;"), ("Allow", "GET"),
    ("Content-Length", "18446744073709551616"),
  ]
  private static let bodies: [String?] = [
    nil, #"{"access_token":"\#(secrets[0])","refresh_token":"\#(secrets[1])","expires_in":60}"#,
    #"{"access_token":"\#(jwt)","expires_in":1e308}"#,
    "grant_type=refresh_token&refresh_token=\(secrets[1])",
    "grant_type=authorization_code&code=\(secrets[2])", #"{"error":"token expired"}"#, "{", "[{}]",
    "",
    #"{"user":{"id":7,"email":"ann@wren.test"}}"#, "<!doctype html><html>\(secrets[2])</html>",
    #"{"password":"\#(secrets[3])"}"#, #"{"success":false,"error":{"code":401}}"#,
    "refresh_token=\(secrets[1])&&=&%", #"{"query":"mutation { a }","expires_in":-1}"#,
  ]
  private static let kinds: [ClientKind?] = [.urlSession, .webKit, .chromium, .curl, .library, nil]
  private static let gaps = [0.0, 0.01, 0.5, 1, 5, 59, 61, 400, 86_400, -30, 1e9, 3e11, -3e11]

  private mutating func draw<Value>(_ table: [Value]) -> Value {
    guard next < bytes.count else { return table[0] }
    defer { next += 1 }
    return table[Int(bytes[next]) % table.count]
  }

  private mutating func fields(_ table: [(String, String)]) -> CapturedFields {
    var fields = CapturedFields()
    for _ in 0..<draw([0, 1, 2, 3, 4]) {
      let (name, value) = draw(table)
      fields.append(name, value)
    }
    return fields
  }

  private mutating func body(_ fields: CapturedFields) -> CapturedBody {
    let text = draw(Self.bodies)
    return CapturedBody(
      type: fields["content-type"] ?? "", text: text, declaredBytes: text?.utf8.count,
      mark: text.map(Mark.of))
  }

  /// As many exchanges as there are bytes for, 60 at most.
  mutating func capture(isSanitized: Bool) -> Capture {
    var exchanges: [Exchange] = []
    var time = 1_772_442_000.0
    while next < bytes.count, exchanges.count < 60 {
      let gap = draw(Self.gaps)
      time += gap
      let isDated = draw([true, true, true, true, false])
      let request = fields(Self.requestFields)
      let status = draw(Self.statuses)
      let answer = fields(Self.answerFields)
      let number = exchanges.count + 1
      let failure = CapturedFailure(kind: draw(CapturedFailure.Kind.allCases), code: "-1001")
      exchanges.append(
        Exchange(
          number: number, label: "e\(number)",
          start: isDated ? Date(timeIntervalSince1970: time) : nil,
          client: draw(Self.kinds), seconds: draw([0.08, 0, 2, 90, 1e6]),
          method: draw(Self.methods), address: Address(draw(Self.addresses)), request: request,
          requestBody: body(request),
          answer: status == 0
            ? nil
            : CapturedAnswer(status: status, fields: answer, body: body(answer), redirect: nil),
          failure: status == 0 ? failure : nil, isFromCache: draw([false, false, false, true]),
          listedCookies: draw([[], [], [CookiePair(name: "sid", value: Self.secrets[2])]])))
    }
    var quality = CaptureQuality()
    quality.isSanitized = isSanitized
    return Capture(exchanges: exchanges, quality: quality)
  }
}
