import MaruDiagnostics
import Testing

/// What looks like a fault and is none, as ordinary captures showed it.
struct `A rule says nothing` {
  private func rules(_ script: String) throws -> [String] {
    Diagnosis(of: try Capture(TrafficScript(text: script).har)).findings.map(\.rule)
  }

  private func login(_ client: String, sameSite: String = "", then later: String = "") -> String {
    """
    0 POST https://api.wren.test/login \(client)
    > Origin: https://page.finch.test
    > Content-Type: application/json
    >> {"password":"x"}
    < 200
    < Access-Control-Allow-Origin: https://page.finch.test
    < Access-Control-Allow-Credentials: true
    < Vary: Origin
    < Set-Cookie: sid=1; Path=/; Secure; HttpOnly\(sameSite)
    \(later)
    """
  }

  @Test(arguments: [("chromium", true), ("browser", true), ("webkit", false), ("firefox", false)])
  func `of an unsaid SameSite to those who do not take it for Lax`(
    _ client: String, isSeen: Bool
  ) throws {
    let rule = "cookie.samesite-blocks-set"
    #expect(try rules(login(client)).contains(rule) == isSeen)
    #expect(try rules(login(client, sameSite: "; SameSite=Lax")).contains(rule))
  }

  @Test func `of a refused cookie that is sent later`() throws {
    let later = """

      1 GET https://api.wren.test/me chromium
      > Cookie: sid=VALUE
      < 200
      """
    let rule = "cookie.samesite-blocks-set"
    let kept = login("chromium", then: later.replacing("VALUE", with: "1"))
    #expect(try !rules(kept).contains(rule))
    // Another value is of another time.
    let other = login("chromium", then: later.replacing("VALUE", with: "0"))
    #expect(try rules(other).contains(rule))
  }

  @Test(arguments: [
    ("api.wren.test", true), ("10.wren.test", true), ("8.8.8.8", true), ("172.32.0.1", true),
    ("printer", false), ("printer.local", false), ("10.0.0.7", false), ("172.16.0.1", false),
    ("192.168.1.80", false), ("localhost", false),
  ])
  func `of plain http within a network of its own`(_ host: String, isSeen: Bool) throws {
    let found = try rules(
      """
      0 GET http://\(host)/a
      < 200
      << hello
      """)
    #expect(found.contains("net.no-https") == isSeen)
  }

  @Test(arguments: [(9, false), (10, true)])
  func `of fewer than ten redirects, and counts the last`(_ count: Int, isSeen: Bool) throws {
    let script = (0..<count).map {
      """
      \($0) GET https://www.wren.test/s\($0) browser
      < 302
      < Location: /s\($0 + 1)
      """
    }.joined(separator: "\n\n")
    #expect(try rules(script).contains("redirect.too-many") == isSeen)
  }

  @Test(arguments: [("WMF-Last-Access", false), ("wmf-session", true)])
  func `of a cookie that only says when somebody came`(_ name: String, isSeen: Bool) throws {
    let found = try rules(
      """
      0 GET https://www.wren.test/a browser
      < 200
      < Set-Cookie: \(name)=24-Jan-2016; Path=/
      """)
    #expect(found.contains("cookie.missing-secure") == isSeen)
  }
}
