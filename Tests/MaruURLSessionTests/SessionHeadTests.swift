import MaruContract
import MaruHTTP
import MaruURLSession
import Testing

@Suite struct SessionHeadTests {
  private func head(
    _ fields: [(String, String)], status: Int = 200, method: RequestMethod = .get,
    maximumBytes: Int = 65_536
  ) throws -> SessionHead {
    try SessionHead(status: status, fields: fields, method: method, maximumBytes: maximumBytes)
  }

  @Test(arguments: [
    ("a=1", ["a=1"]),
    ("a=1, b=2", ["a=1", "b=2"]),
    (
      "a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/, b=2",
      ["a=1; Expires=Wed, 09 Jun 2100 10:18:14 GMT; Path=/", "b=2"]
    ),
    (
      "a=1; Expires=Wed, 09-Jun-2100 10:18:14 GMT,b=; Secure",
      ["a=1; Expires=Wed, 09-Jun-2100 10:18:14 GMT", "b=; Secure"]
    ),
    ("a=1, no name here", ["a=1, no name here"]),
    ("a=1,", ["a=1,"]), ("", [""]),
  ]) func `cookies that URLSession has folded into one are told apart`(
    _ folded: String, _ cookies: [String]
  ) throws {
    #expect(try head([("Set-Cookie", folded)]).response.headers.values(of: .setCookie) == cookies)
  }

  @Test func `fields come sorted by name, since URLSession has lost their order`() throws {
    let headers = try head([("X-B", "2"), ("x-a", "1"), ("X-A", "0")]).response.headers
    #expect(headers.map { "\($0.name)=\($0.value)" } == ["X-A=0", "x-a=1", "X-B=2"])
  }

  @Test(arguments: ["-1", "two", "1, 2", "99999999999999999999", "", "1,", "+1"])
  func `a length that is none is malformed`(_ length: String) {
    #expect(throws: SessionHead.Problem.self) { try head([("Content-Length", length)]) }
  }

  @Test func `a length counts unless chunks overrule it`() throws {
    #expect(try head([("Content-Length", "2, 2")]).framing.contentLength == 2)
    let both = try head([("Content-Length", "9"), ("Transfer-Encoding", "chunked")])
    #expect(both.framing.contentLength == nil)
  }

  @Test func `a head is measured`() {
    #expect(throws: SessionHead.Problem.tooLarge) {
      try head([("X", String(repeating: "x", count: 100))], maximumBytes: 100)
    }
  }

  @Test(arguments: [0, 99, 101, 199, 600, 1000]) func `a status without a meaning is malformed`(
    _ status: Int
  ) {
    #expect(throws: SessionHead.Problem.self) { try head([], status: status) }
  }

  @Test func `a control character in a field is malformed`() {
    #expect(throws: SessionHead.Problem.self) { try head([("X", "a\u{0}b")]) }
    #expect(throws: SessionHead.Problem.self) { try head([("X y", "a")]) }
  }
}
