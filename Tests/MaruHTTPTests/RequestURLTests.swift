import Foundation
import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A request address` {
  @Test(arguments: [
    ("https://api.example.com", "https://api.example.com/"),
    ("HTTPS://API.Example.COM:443/a?b=c", "https://api.example.com/a?b=c"),
    ("https://api.example.com:8443/", "https://api.example.com:8443/"),
    ("http://localhost:8080/a", "http://localhost:8080/a"),
    ("https://api.example.com/a#part", "https://api.example.com/a"),
    ("https://api.example.com?a=b", "https://api.example.com/?a=b"),
    ("https://[::1]:8443/a", "https://[::1]:8443/a"),
    ("https://[2001:DB8::1]", "https://[2001:db8::1]/"),
    ("https://api.example.com:/a", "https://api.example.com/a"),
    ("https://api.example.com/a b", "https://api.example.com/a%20b"),
    ("https://api.example.com/집", "https://api.example.com/%EC%A7%91"),
    ("https://한국.kr/", "https://xn--3e0b707e.kr/"),
    ("https://a_b.example./", "https://a_b.example./"),
    ("https://api.example.com/a/../b", "https://api.example.com/a/../b"),
  ])
  func `is read`(text: String, expected: String) throws {
    #expect(try RequestURL(text).string == expected)
  }

  @Test(arguments: [
    ("", RequestURL.Problem.unreadable), ("api.example.com", .scheme), ("/a", .scheme),
    ("ftp://a.example", .scheme), ("file:///etc/hosts", .scheme), ("javascript:alert(1)", .scheme),
    ("ws://a.example", .scheme), ("https:a.example", .host), ("https://", .host),
    ("https:///a", .host), ("https://user@a.example", .userInformation),
    ("https://user:word@a.example", .userInformation), ("https://@a.example", .userInformation),
    ("https://a.example\\@evil.example", .userInformation), ("https://:443", .host),
    ("https://a.example:0", .port), ("https://a.example:65536", .port),
    ("https://a.example:99999999999999999999", .port), ("https://a%2Eexample", .host),
    ("https://%00/", .host), ("https://./", .host), ("https://a..example/", .host),
    ("https://.a.example/", .host), ("https://[fe80::1%25eth0]/", .host),
    ("https://[v1.a]/", .host),
  ])
  func `is refused with its reason`(text: String, problem: RequestURL.Problem) {
    #expect(throws: problem) { try RequestURL(text) }
  }

  @Test(arguments: [
    "https://a b/", "https://a.example\r\n/", "https://a.example:80:90/", "https://[::1/",
    "https://a.example: 80/", "https://a.example:+80/", "https://a.example:80x/",
  ])
  func `is refused`(text: String) {
    #expect(throws: RequestURL.Problem.self) { try RequestURL(text) }
  }

  @Test func `holds no byte that could split a request line`() {
    var generator = SplitMix64(seed: 5)
    for _ in 0..<3000 {
      guard let url = try? RequestURL("https://a.example/" + generator.hostileText(upTo: 12)) else {
        continue
      }
      guard url.string.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), url.origin.host == "a.example",
        url.string == "https://a.example\(url.target)", url.target.first == "/"
      else {
        Issue.record("\(url.string.debugDescription)")
        return
      }
    }
  }

  @Test func `shows neither host nor path`() throws {
    let url = try RequestURL("https://s3cr3t.example/s3cr3t?s3cr3t")
    for shown in printedForms(of: url) + printedForms(of: url.origin) {
      #expect(!shown.contains("s3cr3t"))
    }
    let error = try #require(throws: RequestURL.Problem.self) {
      try RequestURL("https://s3cr3t@a.example")
    }
    for shown in printedForms(of: error) { #expect(!shown.contains("s3cr3t")) }
  }

  @Test(arguments: [
    // RFC 3986 §5.4.1 and §5.4.2.
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"),
    ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://b.example/x", "https://b.example/x"),
  ])
  func `follows a Location`(location: String, expected: String) throws {
    let base = try RequestURL("http://a/b/c/d;p?q")
    #expect(try base.resolving(location).string == expected)
  }

  @Test(arguments: [
    "ftp://a/", "javascript:alert(1)", "https://u@b.example/", "//u:p@b.example/", "//", "data:,x",
  ])
  func `does not follow a Location that nothing can be sent to`(location: String) throws {
    let base = try RequestURL("https://a.example/b")
    #expect(throws: RequestURL.Problem.self) { try base.resolving(location) }
  }
}

@Suite struct `An origin` {
  @Test(arguments: [
    "localhost", "LOCALHOST", "127.0.0.1", "127.255.255.254", "127.0.0.001", "[::1]",
  ])
  func `is this machine`(host: String) throws {
    #expect(try RequestURL("http://\(host):8080/").origin.isLoopback)
  }

  @Test(arguments: [
    "127.0.0.1.evil.example", "127.1", "127.0.1", "127", "2130706433", "0x7f.0.0.1", "0177.0.0.1",
    "localhost.evil.example", "localhost.", "evil-localhost", "127.0.0.1.", "127.0.0.256",
    "127.0.0.a",
    "128.0.0.1", "0.0.0.0", "[::]", "[::ffff:127.0.0.1]", "[::2]", "127.0.0.1-evil.example",
    "localhost-evil.example", "126.0.0.1", "127.0.0.0.1", "127_0_0_1",
  ])
  func `is not this machine`(host: String) throws {
    #expect(try !RequestURL("http://\(host)/").origin.isLoopback)
  }

  @Test func `is scheme, host and port`() throws {
    let one = try RequestURL("https://A.example/x").origin
    #expect(try one == RequestURL("https://a.example:443/y?z").origin)
    #expect(try one != RequestURL("http://a.example:443/").origin)
    #expect(try one != RequestURL("https://a.example:444/").origin)
    #expect(try one != RequestURL("https://b.a.example/").origin)
    #expect(try one != RequestURL("https://a.example./").origin)
  }
}
