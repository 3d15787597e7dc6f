import Foundation
import MaruHTTP
import Testing

/// What servers set, and what goes with a request afterwards (RFC 6265bis §5.6 to §5.8).
@Suite struct `A jar` {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var set: [(url: String, field: String)]
    var to: String
    var firstParty: String?
    var isNavigation = false
    var method = RequestMethod.get
    var wait = 0
    var sends: String?
    var testDescription: String { name }

    init(
      _ name: String, _ fields: [String], at url: String = "https://www.example.com/a/b",
      to: String = "https://www.example.com/a/c", for firstParty: String? = nil,
      isNavigation: Bool = false, method: RequestMethod = .get, after wait: Int = 0,
      _ sends: String?
    ) {
      self.init(
        name, set: fields.map { (url, $0) }, to: to, for: firstParty, isNavigation: isNavigation,
        method: method, after: wait, sends)
    }

    init(
      _ name: String, set: [(String, String)], to: String = "https://www.example.com/a/c",
      for firstParty: String? = nil, isNavigation: Bool = false, method: RequestMethod = .get,
      after wait: Int = 0, _ sends: String?
    ) {
      self.name = name
      self.set = set
      self.to = to
      self.firstParty = firstParty
      self.isNavigation = isNavigation
      self.method = method
      self.wait = wait
      self.sends = sends
    }
  }

  static let start = Date(timeIntervalSince1970: 1_767_225_600)
  private static let home = "https://www.example.com/"
  private static let plain = "http://www.example.com/a/b"
  private static let big = String(repeating: "v", count: 4_095)

  static let reading: [Case] = [
    .init("a pair is sent", ["a=1"], "a=1"),
    .init("spaces and tabs around name and value go", [" \t a\t = \t1 \t; x"], "a=1"),
    .init("quotes stay", [#"a="1 2""#], #"a="1 2""#),
    .init("a value has equals signs", ["a=b=c=="], "a=b=c=="),
    .init("a value without a name is sent bare", ["abc"], "abc"),
    .init("an equals sign in front is no name", ["=abc"], "abc"),
    .init("an empty value is a value", ["a="], "a="),
    .init("nothing is no cookie", ["", "=", " ; Path=/", "\t"], nil),
    .init("a comma does not part cookies", ["a=1, b=2"], "a=1, b=2"),
    .init("letters of all scripts are kept", ["이름=값🙂"], "이름=값🙂"),
    .init(
      "two ways to write a letter are two names", ["\u{E9}=1", "e\u{301}=2"], "\u{E9}=1; e\u{301}=2"
    ),
    .init("a mark behind a semicolon does not hide it", ["a=1;\u{301}b=2"], "a=1"),
    .init("a NUL refuses all", ["a=1\u{0}b"], nil),
    .init("a line feed refuses all", ["a=1\nb=2"], nil),
    .init("a control in an attribute refuses all", ["a=1; Path=/\u{1}"], nil),
    .init("a DEL refuses all", ["a=1\u{7F}"], nil),
    .init("a tab inside a value is one", ["a=1\t2"], "a=1\t2"),
    .init("4096 bytes are taken", ["a=\(big)"], "a=\(big)"),
    .init("4097 bytes are refused", ["ab=\(big)"], nil),
    .init("an attribute of 1025 bytes is passed over", ["a=1; Path=/\(big.prefix(1_024))"], "a=1"),
    .init(
      "attributes are read in any case", ["a=1; pAtH=/x; SECURE"], to: "https://www.example.com/x",
      "a=1"),
    .init("what is not known is passed over", ["a=1; Priority=High; Partitioned; x=y"], "a=1"),
  ]

  static let times: [Case] = [
    .init("Max-Age is kept to its last second", ["a=1; Max-Age=60"], after: 59, "a=1"),
    .init("Max-Age ends", ["a=1; Max-Age=60"], after: 60, nil),
    .init("Max-Age=0 deletes", ["a=1", "a=; Max-Age=0"], nil),
    .init("a negative Max-Age deletes", ["a=1", "a=; Max-Age=-5"], nil),
    .init(
      "Max-Age comes before Expires", ["a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
      "a=1"),
    .init(
      "an empty Max-Age is passed over", ["a=1; Max-Age=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"],
      nil),
    .init("a Max-Age with a point is passed over", ["a=1; Max-Age=1.5"], after: 100, "a=1"),
    .init("a Max-Age with a plus is passed over", ["a=1; Max-Age=+0"], "a=1"),
    .init("a lone minus is passed over", ["a=1; Max-Age=-"], "a=1"),
    .init("the last Max-Age counts", ["a=1; Max-Age=0; Max-Age=60"], "a=1"),
    .init(
      "a last Max-Age that can't be read does not", ["a=1; Max-Age=60; Max-Age=x"], after: 61, nil),
    .init(
      "a huge Max-Age ends after 400 days", ["a=1; Max-Age=99999999999999999999"],
      after: 400 * 86_400, nil),
    .init("and not before", ["a=1; Max-Age=99999999999999999999"], after: 400 * 86_400 - 1, "a=1"),
    .init("Expires ends", ["a=1; Expires=Thu, 01 Jan 2026 00:01:00 GMT"], after: 60, nil),
    .init(
      "Expires is kept until then", ["a=1; Expires=Thu, 01 Jan 2026 00:01:00 GMT"], after: 59, "a=1"
    ),
    .init(
      "Expires ends after 400 days", ["a=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT"],
      after: 400 * 86_400, nil),
    .init(
      "an Expires that can't be read leaves the session", ["a=1; Expires=soon"], after: 10_000_000,
      "a=1"),
    .init(
      "an Expires in the past deletes", ["a=1", "a=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], nil),
    .init("a deletion for another path misses", ["a=1; Path=/", "a=; Max-Age=0; Path=/a"], "a=1"),
    .init(
      "a deletion for a domain misses a host's own", ["a=1", "a=; Max-Age=0; Domain=example.com"],
      "a=1"),
  ]

  static let scopes: [Case] = [
    .init("a host's own stays at home", ["a=1"], to: "https://x.www.example.com/a/c", nil),
    .init("a host's own does not go up", ["a=1"], to: "https://example.com/a/c", nil),
    .init(
      "a domain's goes below", ["a=1; Domain=example.com"], to: "https://x.y.example.com/a/c", "a=1"
    ),
    .init(
      "a domain's goes to the domain", ["a=1; Domain=.example.com"], to: "https://example.com/a/c",
      "a=1"),
    .init(
      "a domain is no ending of letters", ["a=1; Domain=example.com"],
      to: "https://notexample.com/a/c", nil),
    .init("a domain is read in any case", ["a=1; Domain=EXAMPLE.com"], "a=1"),
    .init("another's domain is refused", ["a=1; Domain=example.org"], nil),
    .init("a sibling's domain is refused", ["a=1; Domain=api.example.com"], nil),
    .init("a domain below is refused", ["a=1; Domain=x.www.example.com"], nil),
    .init("a letters' ending is refused", ["a=1; Domain=ample.com"], nil),
    .init("a last label is refused", ["a=1; Domain=com"], nil),
    .init(
      "a public suffix is refused", ["a=1; Domain=co.kr"], at: "https://a.co.kr/a/b",
      to: "https://b.co.kr/a/c", nil),
    .init(
      "a public suffix with a dot behind is refused", ["a=1; Domain=co.kr."],
      at: "https://a.co.kr./a/b", to: "https://b.co.kr./a/c", nil),
    .init(
      "a suffix of strangers is refused", ["a=1; Domain=github.io"], at: "https://a.github.io/a/b",
      to: "https://b.github.io/a/c", nil),
    .init(
      "a public suffix sets for itself", ["a=1; Domain=github.io"], at: "https://github.io/a/b",
      to: "https://github.io/a/c", "a=1"),
    .init(
      "but not for those below", ["a=1; Domain=github.io"], at: "https://github.io/a/b",
      to: "https://b.github.io/a/c", nil),
    .init("the last domain counts", ["a=1; Domain=example.org; Domain=example.com"], "a=1"),
    .init("a domain of other letters is refused", ["a=1; Domain=예시.com"], nil),
    .init("an empty domain is none", ["a=1; Domain="], "a=1"),
    .init(
      "an IPv4 address has no domains", ["a=1; Domain=0.0.1"], at: "http://127.0.0.1/a/b",
      to: "http://127.0.0.1/a/c", nil),
    .init(
      "an address is its own domain", ["a=1; Domain=127.0.0.1"], at: "http://127.0.0.1/a/b",
      to: "http://127.0.0.1/a/c", "a=1"),
    .init(
      "and goes nowhere below", ["a=1; Domain=127.0.0.1"], at: "http://127.0.0.1/a/b",
      to: "http://x.127.0.0.1/a/c", nil),
    .init(
      "an IPv6 address is a host", ["a=1"], at: "http://[::1]/a/b", to: "http://[::1]/a/c", "a=1"),
    .init("ports do not part cookies", ["a=1"], to: "https://www.example.com:8443/a/c", "a=1"),
    .init("a dot behind makes another host", ["a=1"], to: "https://www.example.com./a/c", nil),
    .init(
      "the default path is where the last slash is", ["a=1"], to: "https://www.example.com/b", nil),
    .init(
      "the root's default path is the root", ["a=1"], at: "https://www.example.com/a",
      to: "https://www.example.com/b", "a=1"),
    .init("a path ends at a slash", ["a=1; Path=/a"], to: "https://www.example.com/ab", nil),
    .init("a path is itself", ["a=1; Path=/a"], to: "https://www.example.com/a", "a=1"),
    .init(
      "a path with a slash is not itself without", ["a=1; Path=/a/"],
      to: "https://www.example.com/a", nil),
    .init("a query is no path", ["a=1; Path=/a"], to: "https://www.example.com/?x=/a/b", nil),
    .init("a path has upper and lower case", ["a=1; Path=/A"], nil),
    .init("a path without a slash is the default", ["a=1; Path=x"], "a=1"),
    .init("longer paths come first", ["a=1; Path=/", "b=2; Path=/a"], "b=2; a=1"),
    .init("then older cookies", ["b=1", "a=2", "b=3"], "b=3; a=2"),
  ]

  static let safety: [Case] = [
    .init("Secure goes over TLS", ["a=1; Secure"], "a=1"),
    .init("Secure does not go without", ["a=1; Secure"], to: plain, nil),
    .init("what is not Secure does", ["a=1"], to: plain, "a=1"),
    .init("Secure is not set without TLS", ["a=1; Secure"], at: plain, nil),
    .init(
      "this machine is as good as TLS", ["a=1; Secure"], at: "http://localhost:8080/a/b",
      to: "http://localhost/a/c", "a=1"),
    .init(
      "a Secure one is not replaced without TLS",
      set: [(home, "a=1; Secure; Path=/"), (plain, "a=2; Path=/")], "a=1"),
    .init(
      "nor deleted", set: [(home, "a=1; Secure; Path=/"), (plain, "a=; Max-Age=0; Path=/")], "a=1"),
    .init(
      "nor lain over by a domain's",
      set: [(home, "a=1; Secure; Path=/a"), (plain, "a=2; Domain=example.com; Path=/a")], to: plain,
      nil),
    .init(
      "nor by one below",
      set: [(home, "a=1; Secure; Domain=example.com; Path=/"), ("http://x.example.com/", "a=2")],
      to: "http://x.example.com/", nil),
    .init(
      "another path is free", set: [(home, "a=1; Secure; Path=/login"), (plain, "a=2; Path=/")],
      to: plain, "a=2"),
    .init(
      "another name is free", set: [(home, "a=1; Secure; Path=/"), (plain, "b=2; Path=/")],
      to: plain, "b=2"),
    .init("__Secure- must be Secure", ["__Secure-a=1"], nil),
    .init("__Secure- is", ["__Secure-a=1; Secure"], "__Secure-a=1"),
    .init("prefixes are read in any case", ["__SECURE-a=1", "__hOsT-a=1; Secure"], nil),
    .init("__Host- is for one host", ["__Host-a=1; Secure; Path=/; Domain=www.example.com"], nil),
    .init("__Host- is for the root", ["__Host-a=1; Secure; Path=/a"], nil),
    .init("__Host- says so", ["__Host-a=1; Secure"], at: home, to: home, nil),
    .init("__Host- is", ["__Host-a=1; Secure; Path=/"], "__Host-a=1"),
    .init("__Http- must be HttpOnly", ["__Http-a=1; Secure"], nil),
    .init("__Http- is", ["__Http-a=1; Secure; HttpOnly"], "__Http-a=1"),
    .init("__Host-Http- must be both", ["__Host-Http-a=1; Secure; Path=/"], nil),
    .init("a bare value does not pass for a prefix", ["__Host-a", "=__secure-a=1"], nil),
    .init("SameSite=None must be Secure", ["a=1; SameSite=None"], nil),
    .init(
      "SameSite=None goes everywhere", ["a=1; SameSite=None; Secure"], for: "https://other.example",
      "a=1"),
    .init(
      "Strict stays with another's request", ["a=1; SameSite=Strict"], for: "https://other.example",
      nil),
    .init(
      "Strict goes within the site", ["a=1; SameSite=Strict"], for: "https://api.example.com", "a=1"
    ),
    .init(
      "strangers below a suffix are no site", ["a=1; SameSite=Strict"], at: "https://a.co.kr/a/b",
      to: "https://a.co.kr/a/c", for: "https://b.co.kr", nil),
    .init(
      "another scheme is another site", ["a=1; SameSite=Lax"], for: "http://www.example.com", nil),
    .init(
      "Lax stays with another's request", ["a=1; SameSite=Lax"], for: "https://other.example", nil),
    .init(
      "Lax goes with a navigation", ["a=1; SameSite=Lax"], for: "https://other.example",
      isNavigation: true, "a=1"),
    .init(
      "unless it changes something", ["a=1; SameSite=Lax"], for: "https://other.example",
      isNavigation: true, method: .post, nil),
    .init(
      "Strict never does", ["a=1; SameSite=Strict"], for: "https://other.example",
      isNavigation: true, nil),
    .init("what does not say is Lax", ["a=1"], for: "https://other.example", nil),
    .init(
      "what names no SameSite is Lax", ["a=1; SameSite=Strict; SameSite=x"],
      for: "https://other.example", isNavigation: true, "a=1"),
  ]

  @Test(arguments: reading + times + scopes + safety)
  func `sends what the rules say`(of test: Case) throws {
    var jar = CookieJar()
    for (url, field) in test.set {
      jar.receive(field, answering: .init(to: try RequestURL(url)), at: Self.start)
    }
    let request = CookieRequest(
      to: try RequestURL(test.to), method: test.method,
      firstParty: try test.firstParty.map { try RequestURL($0).origin },
      isNavigation: test.isNavigation)
    let now = Self.start.addingTimeInterval(Double(test.wait))
    let report = jar.report(for: request, at: now)
    let listed = jar.cookies(for: request, at: now)
    #expect(report.entries.filter(\.isSent).map(\.cookie) == listed)
    #expect(report.fieldBytes == test.sends?.utf8.count ?? 0)
    #expect(jar.field(for: request, at: now) == test.sends)
  }

  @Test func `refuses what another site sets for its own`() throws {
    var jar = CookieJar()
    let request = CookieRequest(
      to: try RequestURL("https://other.example/"),
      firstParty: try RequestURL(Self.home).origin)
    for (field, outcome) in [
      ("a=1", SetCookieOutcome.refused(.crossSite)),
      ("a=1; SameSite=Lax", .refused(.crossSite)), ("a=1; SameSite=Strict", .refused(.crossSite)),
      ("a=1; SameSite=None", .refused(.sameSiteNoneWithoutSecure)),
      ("a=1; SameSite=None; Secure", .stored(evicted: 0)),
    ] {
      #expect(jar.receive(field, answering: request, at: Self.start) == outcome)
    }
  }
}
