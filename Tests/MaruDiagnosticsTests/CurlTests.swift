import MaruDiagnostics
import Testing

struct CurlTests {
  static let traces = [
    """
    * Connected to api.wren.test (203.0.113.1) port 443 (#0)
    * SSL connection using TLSv1.3 / TLS_AES_256_GCM_SHA384
    > GET /me HTTP/2
    > Host: api.wren.test
    > authorization: Bearer Bearer abc
    >
    < HTTP/2 401
    < www-authenticate: Bearer error="invalid_token"
    <
    { [26 bytes data]
    {"error":"invalid_token"}
    """,
    """
    12:00:00.000000 == Info: Connected to api.wren.test (203.0.113.1) port 80 (#0)
    12:00:00.000000 => Send header, 90 bytes (0x5a)
    0000: GET /list HTTP/1.1
    0014: Host: api.wren.test
    0029: Accept: application/json
    0043:
    12:00:00.200000 <= Recv header, 20 bytes (0x14)
    0000: HTTP/1.1 200 OK
    12:00:00.200000 <= Recv header, 25 bytes (0x19)
    0000: content-type: text/html
    12:00:00.200000 <= Recv data, 20 bytes (0x14)
    0000: <html>hello</html>
    """,
    """
    == Info: Connected
    => Send header, 58 bytes (0x3a)
    0000: 47 45 54 20 2f 61 20 48 54 54 50 2f 31 2e 31 0d GET /a HTTP/1.1.
    0010: 0a 48 6f 73 74 3a 20 61 2e 74 65 73 74 0d 0a 0d .Host: a.test...
    0020: 0a                                              .
    <= Recv header, 17 bytes (0x11)
    0000: 48 54 54 50 2f 31 2e 31 20 34 33 31 20 58 0d 0a HTTP/1.1 431 X..
    """,
    """
    * Could not resolve host: nowhere.wren.test
    curl: (6) Could not resolve host: nowhere.wren.test
    """,
    "HTTP/1.1 401 Unauthorized\r\nContent-Type: application/json\r\n\r\n{\"error\":\"x\"}\r\n",
    "{\"url_effective\":\"https://a.test/\",\"http_code\":431,\"exitcode\":0,\"time_total\":0.2}",
  ]

  @Test(
    arguments: zip(
      traces,
      [
        "auth.malformed-authorization", "content.html-instead-of-json", "header.too-large-431",
        "net.dns-failed", "auth.401-without-www-authenticate", "header.too-large-431",
      ]))
  func `What curl prints is enough for a finding`(trace: String, rule: String) throws {
    let capture = try Capture(Array(trace.utf8))
    #expect(capture.exchanges.count == 1)
    #expect(Diagnosis(of: capture).findings.map(\.rule).contains(rule))
  }

  @Test func `A response alone proves nothing of what was sent`() throws {
    let diagnosis = Diagnosis(of: try Capture(Array(Self.traces[4].utf8)))
    #expect(diagnosis.cannotTell.contains { $0.rule == "auth.401-missing-credentials" })
  }

  @Test(arguments: [
    #"{"url_effective":"https://a.test/","http_code":0,"exitcode":28,"time_total":1e300}"#,
    """
    9e300:00:00.000000 => Send header, 90 bytes (0x5a)
    0000: POST /list HTTP/1.1
    0014: Host: api.wren.test
    9e300:00:00.200000 <= Recv header, 20 bytes (0x14)
    0000: HTTP/1.1 200 OK
    9e300:00:00.200000 <= Recv header, 25 bytes (0x19)
    0000: date: Mon, 02 Mar 2026 09:00:00 GMT
    """,
    """
    -9e300:00:00.000000 > GET /list HTTP/1.1
    1:-0:61.9 > Host: api.wren.test
    1:0:9 < HTTP/1.1 99999999999999999999 OK
    """,
  ])
  func `Times that no clock shows harm nothing`(trace: String) {
    guard let capture = try? Capture(Array(trace.utf8)) else { return }
    for finding in Diagnosis(of: capture).findings {
      #expect(finding.detail.english.utf8.count < 400)
    }
  }

  @Test func `Each redirect that curl follows is an exchange`() throws {
    let trace = """
      > GET /a HTTP/1.1
      > Host: a.wren.test
      > Authorization: Bearer x
      >
      < HTTP/1.1 302 Found
      < Location: https://b.finch.test/
      <
      * Issue another request to this URL: 'https://b.finch.test/'
      > GET / HTTP/1.1
      > Host: b.finch.test
      > Authorization: Bearer x
      >
      < HTTP/1.1 200 OK
      <
      """
    let diagnosis = Diagnosis(of: try Capture(Array(trace.utf8)))
    #expect(diagnosis.exchangeCount == 2)
    #expect(diagnosis.findings.first?.rule == "auth.redirect-leaks-authorization")
  }
}
