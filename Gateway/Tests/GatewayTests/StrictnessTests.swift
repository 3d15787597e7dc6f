import Testing

/// What the server takes and what it refuses, byte by byte, on real sockets.
///
/// The cases are those that HTTP servers are known to differ in; where they differ, requests can be
/// smuggled past one of two servers in a row (RFC 9112 §11.2).
@Suite struct StrictnessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: String
    /// The statuses of all answers, in order.
    let statuses: [Int]
    let closes: Bool

    init(_ name: String, _ bytes: String, _ statuses: [Int], closes: Bool) {
      testDescription = name
      self.bytes = bytes
      self.statuses = statuses
      self.closes = closes
    }

    static func refused(_ name: String, _ bytes: String, _ status: Int = 400) -> Case {
      // Whatever is smuggled in behind it must not be answered.
      Case(name, bytes + hello, [status], closes: true)
    }
  }

  static let hello = "GET /v1/hello HTTP/1.1\r\nHost: a\r\n\r\n"
  /// Reads its body and answers 415: so a body that was misread would show.
  static let post = "POST /v1/token HTTP/1.1\r\nHost: a\r\n"
  static let chunked = post + "Transfer-Encoding: chunked\r\n\r\n"

  static let served: [Case] = [
    Case("a plain GET", hello, [200], closes: false),
    Case("three at once", hello + hello + hello, [200, 200, 200], closes: false),
    Case("HTTP/1.0", "GET /v1/hello HTTP/1.0\r\n\r\n", [200], closes: true),
    Case(
      "HTTP/1.0 that stays", "GET /v1/hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", [200],
      closes: false),
    Case(
      "Connection: close", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", [200],
      closes: true),
    Case(
      "close among other options",
      "GET /v1/hello HTTP/1.1\r\nHost: a\r\nConnection: foo, Close\r\n\r\n", [200], closes: true),
    Case("a length", post + "Content-Length: 5\r\n\r\nhello" + hello, [400, 200], closes: false),
    Case(
      "chunks", chunked + "5\r\nhello\r\n00a\r\n0123456789\r\n0\r\n\r\n" + hello, [400, 200],
      closes: false),
    Case(
      "a length of zero on GET",
      "GET /v1/hello HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n" + hello, [200, 200],
      closes: false),
    Case("no empty line yet", "GET /v1/hello HTTP/1.1\r\nHost: a\r\n", [], closes: false),
  ]

  static let refused: [Case] = [
    .refused("no host", "GET /v1/hello HTTP/1.1\r\n\r\n"),
    .refused("an empty host", "GET /v1/hello HTTP/1.1\r\nHost:\r\n\r\n"),
    .refused("two hosts", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n"),
    .refused("a host with a path", "GET /v1/hello HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    .refused(
      "a length and an encoding",
      post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    .refused(
      "an encoding and a length",
      post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
    .refused("two lengths", post + "Content-Length: 5\r\nContent-Length: 0\r\n\r\nhello"),
    .refused("the same length twice", post + "Content-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
    .refused("a list of lengths", post + "Content-Length: 5, 0\r\n\r\nhello"),
    .refused("a length with a plus", post + "Content-Length: +5\r\n\r\nhello"),
    .refused("a negative length", post + "Content-Length: -1\r\n\r\n"),
    .refused("a length with a letter", post + "Content-Length: 5x\r\n\r\nhello"),
    .refused("a length in hexadecimal", post + "Content-Length: 0x5\r\n\r\nhello"),
    .refused("an empty length", post + "Content-Length: \r\n\r\n"),
    .refused("a length that overflows", post + "Content-Length: 99999999999999999999999\r\n\r\n"),
    .refused("a length over the limit", post + "Content-Length: 900000000\r\n\r\n", 413),
    .refused("two encodings", post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    .refused("an unknown encoding", post + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    .refused(
      "an encoding twice",
      post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    .refused(
      "an encoding in HTTP/1.0",
      "POST /v1/token HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    .refused(
      "a body of GET", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"),
    .refused("a space before the colon", "GET /v1/hello HTTP/1.1\r\nHost : a\r\n\r\n"),
    .refused("a space before a length's colon", post + "Content-Length : 5\r\n\r\nhello"),
    .refused("a folded line", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n"),
    .refused("a NUL in a value", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"),
    .refused("a control character", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nX: a\u{7}b\r\n\r\n"),
    .refused("a field without a name", "GET /v1/hello HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n"),
    .refused("a field without a colon", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nfoo\r\n\r\n"),
    .refused("a CR alone", "GET /v1/hello HTTP/1.1\r\nHost: a\r\nX: a\rY: b\r\n\r\n"),
    .refused("LF line ends", "GET /v1/hello HTTP/1.1\nHost: a\n\n"),
    .refused("an LF as empty line", "GET /v1/hello HTTP/1.1\r\nHost: a\r\n\n"),
    .refused("a chunk size that ends in LF", chunked + "5\nhello\r\n0\r\n\r\n"),
    .refused("a chunk extension", chunked + "5;a=b\r\nhello\r\n0\r\n\r\n"),
    .refused("a chunk extension that ends in LF", chunked + "5;a\nhello\r\n0\r\n\r\n"),
    .refused("a chunk size 0x5", chunked + "0x5\r\nhello\r\n0\r\n\r\n"),
    .refused("a chunk size +5", chunked + "+5\r\nhello\r\n0\r\n\r\n"),
    .refused("a chunk size -1", chunked + "-1\r\nhello\r\n0\r\n\r\n"),
    .refused("a chunk size with a space", chunked + "5 \r\nhello\r\n0\r\n\r\n"),
    .refused("an empty chunk size", chunked + "\r\nhello\r\n0\r\n\r\n"),
    .refused("a chunk size that overflows", chunked + "FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"),
    .refused("a chunk over the limit", chunked + "7FFFFFFF\r\nhello", 413),
    .refused("a chunk without its CRLF", chunked + "5\r\nhelloXX0\r\n\r\n"),
    .refused("a trailer", chunked + "0\r\nX: a\r\n\r\n"),
    .refused(
      "a head over the limit",
      "GET /v1/hello HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "a", count: 65536)
        + "\r\n\r\n", 431),
    .refused(
      "a target over the limit",
      "GET /" + String(repeating: "a", count: 10000) + " HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    .refused(
      "too many fields",
      "GET /v1/hello HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: a\r\n", count: 200) + "\r\n",
      431),
    .refused("a method that is no token", "G<T /v1/hello HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("an unknown method", "BREW /v1/hello HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    .refused("CONNECT", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    .refused("HTTP/2.0", "GET /v1/hello HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    .refused("no version", "GET /v1/hello\r\n\r\n"),
    .refused("two spaces", "GET  /v1/hello HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("a space in the target", "GET /v1/he llo HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("the absolute form", "GET http://a/v1/hello HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("the asterisk form", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("an empty line first", "\r\nGET /v1/hello HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused(
      "an unknown expectation", post + "Expect: 200-ok\r\nContent-Length: 5\r\n\r\nhello", 417),
    .refused("TLS to a port that has none", "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\r\n\r\n"),
  ]

  @Test(arguments: served + refused)
  func `each case has its answer, and nothing behind a refusal is served`(_ one: Case) throws {
    let gateway = try Shared.gateway.get()
    let connection = try RawConnection(port: gateway.port)
    connection.send(one.bytes)
    var statuses: [Int] = []
    if one.closes {
      while let answer = connection.answer(within: 10) {
        statuses.append(answer.status)
        if answer.status >= 400 { #expect(answer["Connection"] == "close") }
        #expect(isDated(answer))
      }
      #expect(connection.isAtEnd, "the server closes")
    } else {
      for _ in one.statuses {
        let answer = connection.answer()
        statuses.append(answer?.status ?? -1)
        #expect(answer.map(isDated) == true)
      }
      #expect(connection.answer(within: 0.2) == nil)
      #expect(!connection.isAtEnd, "the server keeps the connection")
    }
    #expect(statuses == one.statuses)
  }

  /// RFC 9110 §6.6.1: one date in every answer, in the one form.
  private func isDated(_ answer: RawAnswer) -> Bool {
    let dates = answer.fields.filter { $0.name.lowercased() == "date" }
    return dates.count == 1
      && dates[0].value.wholeMatch(of: /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/)
        != nil
  }

  @Test func `a refusal is a problem with a request id`() throws {
    let gateway = try Shared.gateway.get()
    let connection = try RawConnection(port: gateway.port)
    connection.send("GET /v1/hello HTTP/1.1\r\n\r\n")
    let answer = try #require(connection.answer())
    #expect(answer["Content-Type"] == "application/problem+json")
    #expect(answer.string("code") == "malformed-request")
    #expect(answer.string("requestId") == answer["X-Request-ID"])
  }

  @Test func `HEAD has the fields of GET and no body, also when it is refused`() throws {
    let gateway = try Shared.gateway.get()
    let head = try RawConnection(port: gateway.port)
    head.send("HEAD /v1/hello HTTP/1.1\r\nHost: a\r\n\r\nHEAD /no HTTP/1.1\r\nHost: a\r\n\r\n")
    let first = try #require(head.answer(toHead: true))
    let second = try #require(head.answer(toHead: true))
    #expect(first.status == 200)
    #expect(first["Content-Length"] == "19")
    #expect(second.status == 404)
    let refused = try RawConnection(port: gateway.port)
    refused.send("HEAD /v1/hello HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello")
    #expect(refused.answer(toHead: true)?.status == 400)
    #expect(refused.rest() == [])
  }
}

/// One gateway for all tests that leave it as it was.
enum Shared {
  static let gateway = Result { try TestGateway() }
}
