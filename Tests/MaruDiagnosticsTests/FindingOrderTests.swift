import MaruDiagnostics
import Testing

struct `Findings` {
  @Test(arguments: OwnStory.all)
  func `stand for themselves or under exactly one other`(story: OwnStory) throws {
    let diagnosis = Diagnosis(of: try Capture(story.script.har))
    let under = diagnosis.causes.flatMap { diagnosis.consequences(of: $0) }
    #expect(diagnosis.causes.count + under.count == diagnosis.findings.count)
    #expect(Set(diagnosis.causes + under) == Set(diagnosis.findings))
    #expect(under.allSatisfy { $0.cause != nil && $0.cause != $0.rule })
  }

  @Test func `stand under what explains their cause, too`() throws {
    // What the loop explains explains other things itself.
    let diagnosis = Diagnosis(
      of: try Capture(
        TrafficScript(
          text: (0..<4).map {
            """
            \($0) POST https://id.wren.test/token
            > Content-Type: application/x-www-form-urlencoded
            >> grant_type=refresh_token&refresh_token=r\($0)
            < 200
            < Cache-Control: no-store
            < Content-Type: application/json
            << {"access_token":"a\($0)","refresh_token":"r\($0 + 1)"}

            \($0).5 GET https://api.wren.test/admin
            > Authorization: Bearer a\($0)
            < 401
            << {"error":"insufficient role"}
            """
          }.joined(separator: "\n\n")
        ).har))
    let loop = try #require(diagnosis.causes.first)
    #expect(diagnosis.causes.count == 1, "\(diagnosis.causes.map(\.rule))")
    #expect(loop.rule == "auth.refresh-loop")
    #expect(diagnosis.consequences(of: loop).contains { $0.rule == "auth.401-should-be-403" })
  }

  @Test func `of one rule and the same exchanges keep one order`() throws {
    let names = ["sid", "auth", "token", "session", "access_token", "jwt"]
    let script = TrafficScript(
      text: """
        0 GET https://api.wren.test/start
        < 200
        \(names.map { "< Set-Cookie: \($0)=1; Path=/; Secure; HttpOnly; SameSite=Lax" }.joined(separator: "\n"))

        1 GET https://api.wren.test/me
        < 401
        < WWW-Authenticate: Cookie
        """)
    let findings = Diagnosis(of: try Capture(script.har)).findings
    let missing = findings.filter { $0.rule == "cookie.eligible-not-sent" }
    #expect(missing.map { $0.fields.last ?? "" } == names.sorted())
  }
}

struct `A redirect` {
  /// The token is lost on the way: seen only if both exchanges are known to belong together.
  private func isFollowed(location: String, by next: String) throws -> Bool {
    let script = TrafficScript(
      text: """
        0 GET https://api.wren.test/a/b/c
        > Authorization: Bearer a
        < 301
        < Location: \(location)

        0.2 GET \(next)
        < 401
        < WWW-Authenticate: Bearer
        """)
    return Diagnosis(of: try Capture(script.har)).findings.contains {
      $0.rule == "auth.redirect-drops-authorization" && $0.numbers == [1, 2]
    }
  }

  @Test(arguments: [
    ("/", "https://api.wren.test"), ("https://API.wren.test:443", "https://api.wren.test/"),
    ("https://api.wren.test/x#top", "HTTPS://api.wren.test:443/x"),
    ("../d?x=1", "https://api.wren.test/a/d?x=1"), ("/a/./e/..", "https://api.wren.test/a/"),
    ("http://api.wren.test:80/x", "http://api.wren.test/x"),
  ])
  func `is followed however its address is written`(location: String, next: String) throws {
    #expect(try isFollowed(location: location, by: next))
  }

  @Test(arguments: [
    ("/x", "https://api.wren.test/X"), ("/x", "https://api.wren.test/x?y=1"),
    ("/x/", "https://api.wren.test/x"), ("https://api.wren.test:8443/x", "https://api.wren.test/x"),
    ("/a/..b", "https://api.wren.test/b"),
  ])
  func `is not followed by a request to another address`(location: String, next: String) throws {
    #expect(try !isFollowed(location: location, by: next))
  }
}

struct `A storm of refreshes` {
  /// One token, refreshed at these seconds for so many milliseconds each.
  private func storm(_ times: [(Double, Int)]) throws -> [Int] {
    let script = TrafficScript(
      text: times.map { seconds, took in
        """
        \(seconds) POST https://id.wren.test/token urlsession +\(took)
        > Content-Type: application/x-www-form-urlencoded
        >> grant_type=refresh_token&refresh_token=r1
        < 200
        < Cache-Control: no-store
        << {"access_token":"a\(seconds)"}
        """
      }.joined(separator: "\n\n"))
    let findings = Diagnosis(of: try Capture(script.har)).findings
    return findings.first { $0.rule == "auth.refresh-storm" }?.numbers ?? []
  }

  @Test func `is of those that run beside another, not only beside the next`() throws {
    #expect(try storm([(0, 5_000), (1, 100), (3, 100), (10.5, 100)]) == [1, 2, 3])
    #expect(try storm([(0, 100), (1, 100), (3, 2_500), (5.25, 100)]) == [3, 4])
  }

  @Test func `is none where one begins as another ends`() throws {
    #expect(try storm([(0.5, 500), (1, 500), (1.5, 500)]).isEmpty)
  }
}
