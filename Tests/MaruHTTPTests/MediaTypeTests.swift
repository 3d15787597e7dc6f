import MaruHTTP
import MaruTesting
import Testing

@Suite struct `A media type` {
  @Test(arguments: [
    ("application/json", "application/json", nil), ("Application/JSON", "application/json", nil),
    (" text/html ; Charset=UTF-8", "text/html", "utf-8"),
    ("text/html;charset=\"utf-8\"", "text/html", "utf-8"),
    ("text/plain; a=\"x;charset=evil\"; charset=euc-kr", "text/plain", "euc-kr"),
    ("text/plain; a=\"\\\"\"; charset=b", "text/plain", "b"), ("a/b;;;", "a/b", nil),
    ("application/problem+json", "application/problem+json", nil),
  ])
  func `is read`(text: String, essence: String, charset: String?) {
    let type = MediaType(text)
    #expect(type?.essence == essence)
    #expect(type?.charset == charset)
  }

  @Test(arguments: [
    "", "json", "/", "a/", "/b", "a/b c", "a b/c", "a/b; =c", "a/b; c", "a/b/c", "집/b",
    "a/b; c d=e",
  ])
  func `is none`(text: String) {
    #expect(MediaType(text) == nil)
  }

  @Test(arguments: [
    ("application/json", true), ("text/json", true), ("application/problem+json", true),
    ("application/vnd.api+json; v=1", true), ("text/html", false), ("application/jsonp", false),
    ("image/json", false), ("application/json+xml", false),
  ])
  func `is JSON by name or by suffix`(text: String, isJSON: Bool) {
    #expect(MediaType(text)?.isJSON == isJSON)
  }

  @Test(arguments: [
    ("application/xml", true), ("Text/XML; charset=euc-kr", true), ("application/rss+xml", true),
    ("image/svg+xml", true), ("application/soap+xml; action=\"a\"", true), ("text/html", false),
    ("application/xml-dtd", false), ("image/xml", false), ("application/xml+json", false),
  ])
  func `is XML by name or by suffix`(text: String, isXML: Bool) {
    #expect(MediaType(text)?.isXML == isXML)
  }

  @Test(arguments: [
    "a/b", "a/b; c=d", "a/b; c=\"d e\"", "a/b; c=\"\\\"\\\\\"; d=\"\"",
    "multipart/form-data; boundary=--x",
  ])
  func `is written so that it is read the same`(text: String) throws {
    let type = try #require(MediaType(text))
    #expect(MediaType(type.description) == type)
  }

  @Test func `matches another whatever the parameters`() {
    #expect(MediaType.text.matches(MediaType("TEXT/plain; charset=x") ?? .json))
    #expect(!MediaType.text.matches(.json))
  }

  @Test func `of any text ends in a value or in nil`() {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<3000 {
      guard let type = MediaType("a/b;" + generator.hostileText(upTo: 10)) else { continue }
      _ = type.description
    }
  }

  @Test(arguments: ["a/b; c=\"x\r\nEvil: 1\"", "a/b; c=x\ny", "a/b; c=\"\0\"", "a/b;\r\n c=d"])
  func `with a line's end in it is none, since it would become two fields`(text: String) {
    #expect(MediaType(text) == nil)
  }
}
