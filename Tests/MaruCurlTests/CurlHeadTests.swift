#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import Testing

  @Suite struct CurlHeadTests {
    /// Reads lines, each with its end, as libcurl hands them over.
    private func read(_ text: [UInt8], maximumBytes: Int = 65_536) throws(CurlHead.Problem)
      -> CurlHead
    {
      var head = CurlHead(maximumBytes: maximumBytes, names: CurlNames())
      for line in text.split(separator: 10, omittingEmptySubsequences: false).dropLast() {
        let line = Array(line) + [10]
        let problem = line.withUnsafeBytes { bytes -> CurlHead.Problem? in
          do throws(CurlHead.Problem) {
            try head.read(bytes)
            return nil
          } catch {
            return error
          }
        }
        if let problem { throw problem }
      }
      return head
    }

    private func read(_ text: String, maximumBytes: Int = 65_536) throws(CurlHead.Problem)
      -> CurlHead
    {
      try read(Array(text.utf8), maximumBytes: maximumBytes)
    }

    @Test func `a head is whole with its blank line and not before`() throws {
      let open = try read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n")
      #expect(open.response == nil)
      #expect(open.hasBegun)
      let whole = try read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A:  b c \r\n\r\n")
      #expect(whole.response?.status == 200)
      #expect(whole.response?.headers["x-a"] == "b c")
      #expect(whole.framing.contentLength == 5)
    }

    @Test func `interim heads are passed over and trailers are no fields`() throws {
      let head = try read(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
          + "HTTP/1.1 404 Not Found\r\nX-A: 1\r\n\r\nX-T: 2\r\n\r\n")
      #expect(head.response?.status == 404)
      #expect(head.response?.headers.map(\.name.rawValue) == ["X-A"])
    }

    @Test func `folded lines become one value`() throws {
      let head = try read("HTTP/1.1 200 OK\r\nX-A: one\r\n\t two\r\n \r\nX-B:\r\n  b\r\n\r\n")
      #expect(head.response?.headers["X-A"] == "one two")
      #expect(head.response?.headers["X-B"] == "b")
    }

    @Test(arguments: [
      "HTTP/1.1 20 OK\r\n", "HTTP/1.1 2000 OK\r\n", "HTTP/1.1 600 Odd\r\n", "HTTP/1.1 099 Odd\r\n",
      "HTTP/1.1\r\n", "HTTP/9.9 200 OK\r\n", "SSH-2.0-OpenSSH\r\n", "http/1.1 200 OK\r\n", "\r\n",
      "HTTP/1.1 2x0 OK\r\n",
    ])
    func `a status line that is no HTTP is refused`(_ line: String) {
      #expect(throws: CurlHead.Problem.self) { try read(line + "\r\n") }
    }

    @Test(arguments: [
      " folded: first", "no colon", ": no name", "sp ace: 1", "name : 1", "X: a\u{0}b", "X: a\rb",
      "X: \u{1}", "X: \u{7F}", "Content-Length: -1", "Content-Length: +1", "Content-Length: 1x",
      "Content-Length:", "Content-Length: 99999999999999999999", "Content-Length: 2, 3",
      "Content-Length: 2\r\nContent-Length: 3",
    ])
    func `a field that breaks the rules is refused`(_ field: String) {
      #expect(throws: CurlHead.Problem.self) {
        try read("HTTP/1.1 200 OK\r\n\(field)\r\n\r\n")
      }
    }

    @Test func `equal lengths are one length`() throws {
      let head = try read("HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\ncontent-length: 2\r\n\r\n")
      #expect(head.framing.contentLength == 2)
    }

    @Test func `a transfer encoding goes before a length`() throws {
      let head = try read(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n")
      #expect(head.framing.contentLength == nil)
    }

    @Test func `an interim head leaves nothing to the next`() throws {
      let head = try read(
        "HTTP/1.1 103 Early\r\nContent-Length: 2\r\nContent-Encoding: gzip\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
      #expect(head.framing.contentLength == 3)
      #expect(!head.framing.isEncoded)
    }

    @Test func `a switch of protocols is refused`() {
      #expect(throws: CurlHead.Problem.self) {
        try read("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")
      }
    }

    @Test func `bytes that are no UTF-8 are read as ISO 8859-1`() throws {
      let head = try read(
        Array("HTTP/1.1 200 OK\r\nX-L: caf".utf8) + [0xE9] + Array("\r\nX-U: café\r\n\r\n".utf8))
      #expect(head.response?.headers["X-L"] == "café")
      #expect(head.response?.headers["X-U"] == "café")
    }

    @Test func `all heads and trailers count against the limit`() throws {
      let interim = String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 4)
      #expect(throws: CurlHead.Problem.tooLarge) {
        try read(interim + "HTTP/1.1 200 OK\r\n\r\n", maximumBytes: 110)
      }
      #expect(throws: CurlHead.Problem.tooLarge) {
        try read("HTTP/1.1 200 OK\r\n\r\nX-Trailer: \(interim)", maximumBytes: 60)
      }
      #expect(try read("HTTP/1.1 200 OK\r\n\r\n", maximumBytes: 19).response != nil)
    }

    @Test(arguments: [("gzip", true), ("identity", false), ("", false), ("br", true)])
    func `a compressed body is known by its field`(_ value: String, _ isEncoded: Bool) throws {
      let head = try read("HTTP/1.1 200 OK\r\nContent-Encoding: \(value)\r\n\r\n")
      #expect(head.framing.isEncoded == isEncoded)
    }
  }
#endif
