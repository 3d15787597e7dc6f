import MaruHTTP
import MaruTesting
import Testing

@Suite struct `Percent encoding` {
  @Test(arguments: [
    ("a-._~Z0", "a-._~Z0"), ("a b", "a%20b"), ("+&%/", "%2B%26%25%2F"), ("=;?#", "%3D%3B%3F%23"),
    ("집", "%EC%A7%91"), ("🏠", "%F0%9F%8F%A0"), ("e\u{301}", "e%CC%81"), ("\r\n\0", "%0D%0A%00"),
    ("", ""), ("%41", "%2541"), ("..", ".."), ("!*'()", "%21%2A%27%28%29"),
  ])
  func `writes what RFC 3986 §2 says and reads it back`(plain: String, encoded: String) {
    #expect(PercentEncoding.encode(plain) == encoded)
    #expect(PercentEncoding.decode(encoded) == plain)
  }

  @Test(arguments: [
    "%", "%4", "%4g", "%g4", "abc%", "%%41", "%-1", "%+1", "% 1", "%ED%A0%80", "%FF",
  ])
  func `of a broken triplet or of bytes that are no UTF-8 is refused`(text: String) {
    #expect(PercentEncoding.decode(text) == nil)
  }

  @Test func `reads small letters and leaves the plus alone`() {
    #expect(PercentEncoding.decode("%2f+%ec%a7%91") == "/+집")
  }

  @Test func `of any text holds unreserved characters only and reads back the same`() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<5000 {
      let text = generator.hostileText(upTo: 12)
      let encoded = PercentEncoding.encode(text)
      let isInert = encoded.utf8.allSatisfy {
        PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: "%")
      }
      guard isInert, Array(PercentEncoding.decode(encoded)?.utf8 ?? "".utf8) == Array(text.utf8)
      else {
        Issue.record("\(text.debugDescription) became \(encoded)")
        return
      }
    }
  }
}
