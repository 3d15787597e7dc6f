import Foundation
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A jar asked why` {
  private static let now = Date(timeIntervalSince1970: 1_767_225_600)
  private static let home = "https://www.example.com/a/b"

  private func jar(_ fields: [String], at url: String = Self.home) throws -> CookieJar {
    var jar = CookieJar()
    for field in fields {
      jar.receive(field, answering: .init(to: try RequestURL(url)), at: Self.now)
    }
    return jar
  }

  @Test func `tells of each cookie every reason to stay`() throws {
    let jar = try jar([
      "host=1; Path=/", "domain=1; Domain=example.com; Path=/", "path=1; Path=/x",
      "safe=1; Secure; Path=/", "strict=1; SameSite=Strict; Path=/", "lax=1; SameSite=Lax; Path=/",
      "ended=1; Max-Age=10; Path=/", "all=1; Secure; SameSite=Strict; Path=/x; Max-Age=1",
    ])
    let later = Self.now.addingTimeInterval(10)
    func reasons(_ request: CookieRequest) -> [String: [CookieReason]] {
      let entries = jar.report(for: request, at: later).entries
      return Dictionary(uniqueKeysWithValues: entries.map { ($0.cookie.name, $0.reasons) })
    }
    let near = reasons(.init(to: try RequestURL("https://www.example.com/")))
    #expect(near["host"] == [.sameHost])
    #expect(near["domain"] == [.withinDomain])
    #expect(near["path"] == [.otherPath])
    #expect(near["safe"] == [.sameHost])
    #expect(near["ended"] == [.expired])
    let away = reasons(
      .init(
        to: try RequestURL("http://x.example.com/"),
        firstParty: try RequestURL("https://other.example").origin))
    #expect(away["host"] == [.otherHost, .crossSiteUnsaid])
    #expect(away["domain"] == [.crossSiteUnsaid])
    #expect(away["lax"] == [.otherHost, .crossSiteLax])
    #expect(away["all"] == [.otherHost, .otherPath, .needsTLS, .crossSiteStrict, .expired])
    #expect(Set(near.values.joined()).union(away.values.joined()) == Set(CookieReason.allCases))
  }

  @Test func `finds namesakes that one request can carry, and no others`() throws {
    let jar = try jar([
      "sid=1; Path=/", "sid=2; Path=/a", "sid=3; Path=/; Domain=example.com",
      "apart=1; Path=/a", "apart=2; Path=/b", "alone=1",
    ])
    let found = jar.findings(at: Self.now)
    #expect(found.map(\.kind) == [.sameName])
    #expect(found.first?.name == "sid")
    #expect(found.first?.cookies.count == 3)
  }

  @Test func `remembers what servers set and deleted in vain`() throws {
    var jar = try jar([
      "kept=1", "big=\(String(repeating: "v", count: 5_000))", "far=1; Domain=other.example",
      "suffix=1; Domain=com", "kept=; Max-Age=0; Path=/", "never=; Max-Age=0", "a\u{1}=1",
    ])
    let kinds = jar.findings(at: Self.now).map(\.kind)
    #expect(
      kinds == [
        .refused(.tooLarge), .refused(.otherHost), .refused(.publicSuffix), .deletionMissed,
        .refused(.controlCharacter),
      ])
    for number in 0..<200 {
      jar.receive(
        "n\(number)=1; Domain=com", answering: .init(to: try RequestURL(Self.home)), at: Self.now)
    }
    #expect(jar.findings(at: Self.now).count == 50)
  }

  @Test func `tells what of a field had no effect`() throws {
    let field = try SetCookie(
      "bare; Expires=soon; Max-Age=; Path=x; SameSite=maybe; Colour=red; Path=/; "
        + "Domain=\(String(repeating: "d", count: 1_025))")
    #expect(field.notes == Set(SetCookie.Note.allCases))
    #expect(try SetCookie("a=1; Path=/; Secure").notes == [])
  }

  @Test func `shows no value, domain or path in any way`() throws {
    var jar = try jar(
      ["sid=s3cr3t; Path=/s3cr3t", "=s3cr3t", "s3cr3t; Max-Age=5", "sid=s3cr3t; Path=/"],
      at: "https://s3cr3t.example/s3cr3t/")
    let request = CookieRequest(to: try RequestURL("https://s3cr3t.example/s3cr3t/x"))
    jar.receive("sid=s3cr3t; Domain=com", answering: request, at: Self.now)
    jar.receive("sid=; Max-Age=0; Path=/s", answering: request, at: Self.now)
    let field = try SetCookie("sid=s3cr3t; Domain=s3cr3t.example; Path=/s3cr3t; x=s3cr3t")
    let values: [Any] = [
      jar, jar.cookies, jar.cookies[0], jar.cookies[0].value, field, field.value,
      jar.report(for: request, at: Self.now), jar.findings(at: Self.now), request,
      CookieScope(domain: "s3cr3t.example", path: "/s3cr3t", name: "sid"),
      jar.receive("sid=s3cr3t", answering: request, at: Self.now), jar.rules,
      SetCookieOutcome.refused(.otherHost), PublicSuffixes(rules: ["s3cr3t.example"]),
    ]
    for value in values {
      for shown in printedForms(of: value) {
        #expect(!shown.contains("s3cr3t"), "\(type(of: value))")
        #expect(!shown.contains("115, 51, 99"), "\(type(of: value))")
      }
    }
    #expect(jar.cookies[0].value.text == "s3cr3t")
    #expect("\(jar.cookies[0])" == "cookie 'sid', of one host, of the session")
  }
}
