import MaruHTTP
import MaruTesting
import Testing

@Suite struct `Header fields` {
  @Test func `keep their order and ignore the case of names`() throws {
    var fields = HeaderFields()
    try fields.append("one", for: "X-First")
    try fields.append("two", for: "x-second")
    try fields.append("three", for: "X-FIRST")
    #expect(fields.map(\.value) == ["one", "two", "three"])
    #expect(fields.map(\.name.rawValue) == ["X-First", "x-second", "X-FIRST"])
    #expect(fields["x-first"] == "one, three")
    #expect(fields.values(of: "X-first") == ["one", "three"])
    #expect(fields.contains("X-SECOND"))
    #expect(fields["X-Third"] == nil)
  }

  @Test func `are replaced and removed by name`() throws {
    var fields = HeaderFields()
    try fields.append("one", for: "A")
    try fields.append("two", for: "B")
    try fields.append("three", for: "a")
    try fields.set("four", for: "A")
    #expect(fields.map(\.value) == ["two", "four"])
    fields.remove("b")
    fields.remove("c")
    #expect(fields.map(\.value) == ["four"])
  }

  @Test func `keep each Set-Cookie apart`() throws {
    var fields = HeaderFields()
    try fields.append("a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT", for: .setCookie)
    try fields.append("b=2", for: .setCookie)
    #expect(fields.values(of: .setCookie).count == 2)
  }

  @Test func `refuse every control character but the tab`() {
    for byte in [UInt8](0..<0x20) + [0x7F] where byte != 0x09 {
      let value = "a\(Unicode.Scalar(byte))b"
      var fields = HeaderFields()
      #expect(throws: InvalidHeaderValue.self) { try fields.append(value, for: .location) }
      #expect(throws: InvalidHeaderValue.self) { try fields.set(value, for: .location) }
      #expect(fields.isEmpty)
      #expect(HeaderName("X\(Unicode.Scalar(byte))") == nil)
      #expect(RequestMethod("GET\(Unicode.Scalar(byte))") == nil)
    }
  }

  @Test func `refuse a line feed that hides in one character with a carriage return`() {
    var fields = HeaderFields()
    #expect(throws: InvalidHeaderValue.self) { try fields.append("a\r\nB: c", for: "A") }
    #expect(throws: InvalidHeaderValue.self) { try fields.append("a\u{301}\n\u{301}", for: "A") }
  }

  @Test func `take tabs and characters outside ASCII`() throws {
    var fields = HeaderFields()
    try fields.append("a\tb 집", for: "A")
    #expect(fields["A"] == "a\tb 집")
  }

  @Test(arguments: ["", " ", "a b", "a:", "a\t", "집", "a/b", "(a)", "a,b", "\"a\"", "a\u{301}"])
  func `have names that are tokens`(name: String) {
    #expect(HeaderName(name) == nil)
  }

  @Test func `show harmless values only`() throws {
    let secret = "s3cr3t-value"
    var fields = HeaderFields()
    try fields.append("Bearer \(secret)", for: .authorization)
    let names: [HeaderName] = [
      .authorization, .cookie, .setCookie, .location, .proxyAuthorization, .tenantID, .userID,
      .idempotencyKey, .eTag, .wwwAuthenticate, "X-Api-Key", "X-Anything", "authorization",
    ]
    for name in names { try fields.append(secret, for: name) }
    try fields.append("\(secret) without a scheme", for: .authorization)
    try fields.append("application/json", for: .contentType)
    for shown in printedForms(of: fields) + fields.flatMap(printedForms) {
      #expect(!shown.contains(secret))
    }
    #expect(fields.description.contains("Authorization: Bearer ‹redacted›"))
    #expect(fields.description.contains("Content-Type: application/json"))
  }

  @Test func `name the field, never the value, when a value is refused`() throws {
    var fields = HeaderFields()
    let error = try #require(throws: InvalidHeaderValue.self) {
      try fields.append("s3cr3t-value\n", for: .authorization)
    }
    for shown in printedForms(of: error) { #expect(!shown.contains("s3cr3t")) }
    #expect(error.description.contains("Authorization"))
  }
}
