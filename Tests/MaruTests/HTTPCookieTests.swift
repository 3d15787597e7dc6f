import Foundation
import Maru
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct `A cookie of a web view` {
  @Test func `is the same there and back`() throws {
    let end = Date(timeIntervalSince1970: 1_800_000_000)
    for isHostOnly in [true, false] {
      for isSecure in [true, false] {
        for isHTTPOnly in [true, false] {
          for expires in [nil, end] {
            let cookie = try Cookie(
              name: "sid", value: CookieValue("1"), domain: "www.example.com",
              isHostOnly: isHostOnly, path: "/a", expires: expires, isSecure: isSecure,
              isHTTPOnly: isHTTPOnly)
            let there = try #require(HTTPCookie(cookie))
            #expect(there.isSecure == isSecure && there.isHTTPOnly == isHTTPOnly)
            #expect(try Cookie(there) == cookie)
          }
        }
      }
    }
  }

  @Test func `goes in only where its server could have set it`() throws {
    let store = CookieStore()
    let all = [
      ("sid", "www.example.com"), ("wide", ".example.com"), ("tracker", ".ads.example"),
      ("other", "api.example.com"),
    ].compactMap { name, domain in
      HTTPCookie(properties: [.name: name, .value: "1", .domain: domain, .path: "/"])
    }
    let cookies = all.compactMap { try? Cookie($0) }
    let outcomes = store.insert(cookies, for: try RequestURL("https://www.example.com/login"))
    #expect(
      outcomes == [
        .stored(evicted: 0), .stored(evicted: 0), .refused(.otherHost), .refused(.otherHost),
      ])
    #expect(store.cookies.map(\.name) == ["sid", "wide"])
  }

  @Test func `that breaks a field is none`() throws {
    let odd = HTTPCookie(properties: [
      .name: "a", .value: "1; Domain=x", .domain: "example.com", .path: "/",
    ])
    let cookie = try #require(odd)
    #expect(throws: CookieRefusal.unwritable) { try Cookie(cookie) }
  }
}
