import MaruHTTP
import MaruTesting
import Testing

@Suite struct `Public suffixes` {
  private static let list = PublicSuffixes(
    list: """
      // ===BEGIN===
      com
      uk   // a comment behind a space
      co.uk
      *.ck
      !www.ck

        jp
      *.kawasaki.jp
      !city.kawasaki.jp
      한국
      公司.cn
      github.io
      """)

  // Made after the cases of publicsuffix.org.
  @Test(
    arguments: [
      ("com", nil), ("example.com", "example.com"), ("b.example.com", "example.com"),
      ("a.b.example.com", "example.com"), ("uk", nil), ("co.uk", nil), ("b.co.uk", "b.co.uk"),
      ("a.b.co.uk", "b.co.uk"), ("b.uk", "b.uk"), ("ck", nil), ("test.ck", nil),
      ("b.test.ck", "b.test.ck"), ("a.b.test.ck", "b.test.ck"), ("www.ck", "www.ck"),
      ("www.www.ck", "www.ck"), ("kawasaki.jp", "kawasaki.jp"), ("x.kawasaki.jp", nil),
      ("y.x.kawasaki.jp", "y.x.kawasaki.jp"), ("city.kawasaki.jp", "city.kawasaki.jp"),
      ("a.city.kawasaki.jp", "city.kawasaki.jp"), ("local", nil), ("a.local", "a.local"),
      ("x.github.io", "x.github.io"), ("github.io", nil), ("localhost", nil),
      ("example.com.", "example.com"), ("com.", nil), ("127.0.0.1", nil), ("::1", nil),
      ("xn--3e0b707e", nil), ("a.xn--3e0b707e", "a.xn--3e0b707e"),
      ("xn--55qx5d.cn", nil), ("a.xn--55qx5d.cn", "a.xn--55qx5d.cn"),
    ] as [(String, String?)])
  func `tell whose a name is`(host: String, owner: String?) {
    #expect(Self.list.registrableDomain(of: host) == owner)
    let isAddress = host == "127.0.0.1" || host == "::1"
    #expect(Self.list.isPublicSuffix(host) == (owner == nil && !isAddress))
  }

  @Test(arguments: [
    "co.kr", "or.kr", "co.uk", "com.au", "co.jp", "github.io", "x.ck", "vercel.app",
  ])
  func `that are common are there without a list`(name: String) {
    #expect(PublicSuffixes.common.isPublicSuffix(name))
    #expect(PublicSuffixes.common.registrableDomain(of: "a.b.\(name)") == "b.\(name)")
  }

  @Test func `are read of any text without a crash`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<500 {
      let text = random.hostileText(upTo: 30)
      let list = PublicSuffixes(list: text + "\n" + random.hostileText(upTo: 30))
      _ = list.isPublicSuffix(random.hostileText(upTo: 20))
      _ = list.registrableDomain(of: random.hostileText(upTo: 20))
    }
  }
}
