import Foundation
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A jar of one app` {
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)
  private static let home = "https://www.example.com/"

  private func request(_ url: String = Self.home) throws -> CookieRequest {
    CookieRequest(to: try RequestURL(url))
  }

  // MARK: Limits

  @Test func `holds fifty of a domain and lets what is not Secure go first`() throws {
    var jar = CookieJar()
    let home = try request()
    jar.receive("safe=1; Secure", answering: home, at: Self.now)
    for number in 0..<60 { jar.receive("c\(number)=1", answering: home, at: Self.now) }
    let names = jar.cookies.map(\.name)
    #expect(names.count == 50)
    #expect(names.first == "safe")
    #expect(names.dropFirst().first == "c11")
    let last = jar.receive("d=1; Secure", answering: home, at: Self.now)
    #expect(last == .stored(evicted: 1))
  }

  @Test func `lets go first what was not used for longest`() throws {
    var rules = CookieRules()
    rules.maximumPerDomain = 2
    var jar = CookieJar(rules: rules)
    jar.receive("a=1; Path=/x", answering: try request(), at: Self.now)
    jar.receive("b=1; Path=/y", answering: try request(), at: Self.now)
    _ = jar.field(for: try request(Self.home + "x"), at: Self.now)
    jar.receive("c=1; Path=/z", answering: try request(), at: Self.now)
    #expect(jar.cookies.map(\.name) == ["a", "c"])
  }

  @Test func `lets the oldest go of those that one request used`() throws {
    for round in 0..<20 {
      var rules = CookieRules()
      rules.maximumTotal = 4
      var jar = CookieJar(rules: rules)
      for (name, domain) in [
        ("a", "example.com"), ("b", "www.example.com"), ("c", "a.www.example.com"),
      ] {
        let url = "https://a.www.example.com/"
        jar.receive("\(name)=1; Domain=\(domain)", answering: try request(url), at: Self.now)
      }
      _ = jar.field(for: try request("https://a.www.example.com/"), at: Self.now)
      jar.receive("d=1", answering: try request("https://d\(round).example.org/"), at: Self.now)
      jar.receive("e=1", answering: try request("https://e\(round).example.org/"), at: Self.now)
      #expect(jar.cookies.map(\.name) == ["b", "c", "d", "e"])
    }
  }

  @Test func `of Secure cookies has no room for another`() throws {
    var rules = CookieRules()
    rules.maximumPerDomain = 2
    var jar = CookieJar(rules: rules)
    for name in ["a", "b"] {
      jar.receive("\(name)=1; Secure", answering: try request(), at: Self.now)
    }
    let outcome = jar.receive("c=1", answering: try request(), at: Self.now)
    #expect(outcome == .refused(.noRoom))
    #expect(jar.cookies.map(\.name) == ["a", "b"])
  }

  @Test func `holds three thousand in all`() throws {
    var jar = CookieJar()
    for host in 0..<70 {
      let there = try request("https://h\(host).example.com/")
      for number in 0..<50 { jar.receive("c\(number)=1", answering: there, at: Self.now) }
    }
    #expect(jar.count == 3_000)
    #expect(jar.cookies.count == 3_000)
    #expect(jar.cookies.first?.domain == "h10.example.com")
  }

  @Test func `looks at the cookies of a request's own domains only`() throws {
    final class Looks: @unchecked Sendable {
      // @unchecked: one test reads and writes it, on one thread.
      var count = 0
    }
    let looks = Looks()
    var rules = CookieRules()
    rules.checks.pathCovers = {
      looks.count += 1
      return CookieHost.path($0, covers: $1)
    }
    var jar = CookieJar(rules: rules)
    for host in 0..<60 {
      let there = try request("https://h\(host).example.com/")
      for number in 0..<50 { jar.receive("c\(number)=1", answering: there, at: Self.now) }
    }
    #expect(jar.count == 3_000)
    looks.count = 0
    #expect(jar.field(for: try request("https://h7.example.com/"), at: Self.now) != nil)
    #expect(looks.count == 50)
    #expect(jar.field(for: try request("https://elsewhere.example.org/"), at: Self.now) == nil)
    #expect(looks.count == 50)
  }

  // MARK: Taking out

  @Test func `takes out exactly what is named`() throws {
    var jar = CookieJar()
    let set = [
      (Self.home, "sid=1"), (Self.home, "sid=2; Path=/a"), (Self.home, "sid2=3"),
      (Self.home, "SID=4"), (Self.home, "sid=5; Domain=www.example.com"),
      ("https://example.com/", "sid=6"), ("https://notwww.example.com/", "sid=7"),
    ]
    for (url, field) in set { jar.receive(field, answering: try request(url), at: Self.now) }
    #expect(jar.count == 7)
    #expect(jar.remove(CookieScope(domain: "WWW.example.com", path: "/", name: "sid")) == 2)
    #expect(jar.cookies.map(\.value.text) == ["2", "3", "4", "6", "7"])
    #expect(jar.remove(CookieScope(domain: "www.example.com", name: "sid")) == 0)
    #expect(jar.remove(CookieScope(domain: "example", name: "sid")) == 0)
    #expect(jar.remove(CookieScope(domain: "", path: "", name: "")) == 0)
    jar.removeAll()
    #expect(jar.count == 0)
  }

  @Test func `ends a session and keeps what lasts`() throws {
    var jar = CookieJar()
    jar.receive("a=1", answering: try request(), at: Self.now)
    jar.receive("b=1; Max-Age=60", answering: try request(), at: Self.now)
    #expect(jar.removeSessionCookies() == 1)
    #expect(jar.cookies.map(\.name) == ["b"])
  }

  @Test func `comes back with its cookies in their order`() throws {
    var jar = CookieJar()
    for name in ["c", "a", "b"] {
      jar.receive("\(name)=1; Max-Age=60", answering: try request(), at: Self.now)
    }
    let again = CookieJar(restoring: jar.cookies, at: Self.now)
    #expect(again.cookies == jar.cookies)
    let later = CookieJar(restoring: jar.cookies, at: Self.now.addingTimeInterval(60))
    #expect(later.count == 0)
    var stricter = CookieRules()
    jar.receive(
      "wide=1; Max-Age=60; Domain=example.com", answering: try request(), at: Self.now)
    stricter.publicSuffixes = PublicSuffixes(rules: ["com", "example.com"])
    let under = CookieJar(rules: stricter, restoring: jar.cookies, at: Self.now)
    #expect(under.cookies.map(\.name) == ["c", "a", "b"])
  }

  // MARK: What an app puts in

  @Test func `takes a cookie that the host could have set, and no other's`() throws {
    var jar = CookieJar()
    func put(_ domain: String, isHostOnly: Bool) throws -> SetCookieOutcome {
      let cookie = try Cookie(
        name: "a", value: CookieValue("1"), domain: domain, isHostOnly: isHostOnly,
        isSecure: true, isHTTPOnly: true)
      return jar.insert(cookie, for: try RequestURL(Self.home), at: Self.now)
    }
    #expect(try put("www.example.com", isHostOnly: true) == .stored(evicted: 0))
    #expect(try put("Example.com", isHostOnly: false) == .stored(evicted: 0))
    #expect(try put("example.com", isHostOnly: true) == .refused(.otherHost))
    #expect(try put("tracker.example", isHostOnly: false) == .refused(.otherHost))
    #expect(try put("com", isHostOnly: false) == .refused(.publicSuffix))
  }

  @Test(
    arguments: [
      ("a;b", "1", "/", CookieRefusal.unwritable), ("a=b", "1", "/", .unwritable),
      (" a", "1", "/", .unwritable), ("a", "1; Secure", "/", .unwritable),
      ("a", "1 ", "/", .unwritable), ("", "a=b", "/", .unwritable), ("a", "1", "x", .unwritable),
      ("a", "1", "/;", .unwritable), ("a", "1\r\nX: y", "/", .controlCharacter),
      ("a\0", "1", "/", .controlCharacter), ("", "", "/", .empty),
      ("__Host-a", "1", "/x", .hostPrefixBroken), ("", "__Secure-a", "/", .prefixBroken),
    ])
  func `makes no cookie that could not be sent`(
    name: String, value: String, path: String, refusal: CookieRefusal
  ) {
    #expect(throws: refusal) {
      try Cookie(
        name: name, value: CookieValue(value), domain: "example.com", isHostOnly: true, path: path,
        isSecure: true, isHTTPOnly: false)
    }
  }

  @Test(arguments: ["", ".example.com", "a..b", "exa mple.com", "예시.com", "a/b", "a:b@c"])
  func `makes no cookie of a host that there can't be`(domain: String) {
    #expect(throws: CookieRefusal.self) {
      try Cookie(
        name: "a", value: CookieValue("1"), domain: domain, isHostOnly: true, isSecure: true,
        isHTTPOnly: false)
    }
  }
}
