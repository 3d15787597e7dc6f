#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruTesting
  import Testing

  extension CurlWireTests {
    /// What a peer may send and what becomes of it.
    @Suite struct CurlStrictnessTests {
      struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var acts: [WireAct]
        var kind: TransportFailure.Kind?

        init(_ name: String, _ acts: [WireAct], _ kind: TransportFailure.Kind?) {
          testDescription = name
          self.acts = acts
          self.kind = kind
        }

        init(_ name: String, _ text: String, _ kind: TransportFailure.Kind?) {
          self.init(name, [.text(text), .act(.cut)], kind)
        }
      }

      /// libcurl 7.83 to 8.1.0 writes into freed memory then (curl/curl#11101).
      @Test func `a first field that continues nothing does not end the process`() async {
        await #expect(processExitsWith: .success) {
          let peer = try BreakingPeer { request in
            let isOdd = request.number % 2 == 1
            let fields = isOdd ? "\tA: 1\r\n B: 2\r\nC: 3\r\n" : "A: 1\r\nB: 2\r\n"
            return [
              .text("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 2\r\n\r\nhi"), .act(.end),
            ]
          }
          defer { peer.stop() }
          try await withTransport { transport in
            for _ in 0..<200 { _ = try? await transport.fetch(peer.url()) }
          }
        }
      }

      static let broken: [Case] = [
        Case("half a head", "HTTP/1.1 200 OK\r\nContent-Le", .connectionLost),
        Case("a head without its blank line", "HTTP/1.1 200 OK\r\nX: 1\r\n", .connectionLost),
        Case("nothing", "", .connectionLost),
        Case("a reset", [.act(.reset)], .connectionLost),
        Case("half a body", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf", .connectionLost),
        Case(
          "half a chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
          .connectionLost),
        Case(
          "no last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n",
          .connectionLost),
        Case(
          "a chunk size that is none",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
          .malformedResponse),
        Case("no HTTP", "SSH-2.0-OpenSSH\r\n\r\n", .malformedResponse),
        Case("a body and no head", "hello", .malformedResponse),
        Case("a status without meaning", "HTTP/1.1 999 Odd\r\n\r\n", .malformedResponse),
        Case(
          "two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi!",
          .malformedResponse),
        Case(
          "a length that is none", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\nhi",
          .malformedResponse),
        Case(
          "a length over all", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\nhi",
          .malformedResponse),
        Case("a NUL in a value", "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n", .malformedResponse),
        Case("a bare CR in a value", "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n", .malformedResponse),
        Case("a field without colon", "HTTP/1.1 200 OK\r\nX\r\n\r\n", .malformedResponse),
        Case(
          "an encoding that nobody knows",
          "HTTP/1.1 200 OK\r\nContent-Encoding: zip\r\nContent-Length: 2\r\n\r\nhi",
          .malformedResponse),
        Case(
          "gzip that is none",
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nhi",
          .malformedResponse),
        Case(
          "a line of 1 MiB",
          [.text("HTTP/1.1 200 OK\r\nX: "), .act(.fill(1 << 20)), .text("\r\n\r\n"), .act(.cut)],
          .headersTooLarge),
        Case(
          "a line of 80 KiB",
          [.text("HTTP/1.1 200 OK\r\nX: "), .act(.fill(80 << 10)), .text("\r\n\r\n"), .act(.cut)],
          .headersTooLarge),
        Case(
          "10,000 fields",
          [
            .text("HTTP/1.1 200 OK\r\n"),
            .repeated(
              Array("X-Field: \(String(repeating: "v", count: 60))\r\n".utf8), times: 10_000),
            .text("\r\n"), .act(.cut),
          ], .headersTooLarge),
        Case(
          "interim heads without end",
          [.endless(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), every: .zero)], .headersTooLarge),
        Case(
          "trailers without end",
          [
            .text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"),
            .endless(Array("X-Trailer: value of it\r\n".utf8), every: .zero),
          ], .headersTooLarge),
      ]

      @Test(.timeLimit(.minutes(1)), arguments: broken)
      func `a broken answer is told apart`(_ broken: Case) async throws {
        let peer = try BreakingPeer { _ in broken.acts }
        defer { peer.stop() }
        try await withTransport { transport in
          let failure = await transport.failure(peer.url())
          #expect(failure?.kind == broken.kind)
          #expect(failure?.arrival == .possible)
          #expect(peer.requests.count == 1)
        }
      }

      static let whole: [Case] = [
        Case("a plain answer", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi", nil),
        Case("a body until the end", "HTTP/1.1 200 OK\r\n\r\nhi", nil),
        Case("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhi", nil),
        Case("a field without space", "HTTP/1.1 200 OK\r\nX:1\r\nContent-Length:2\r\n\r\nhi", nil),
        Case("no reason phrase", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nhi", nil),
        Case(
          "hints first",
          "HTTP/1.1 103 Early Hints\r\nX: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
          nil),
        Case(
          "trailers",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\nX: 1\r\n\r\n", nil),
        Case(
          "byte by byte",
          [
            .drip(
              Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi".utf8), every: .milliseconds(1)),
            .act(.cut),
          ], nil),
      ]

      @Test(.timeLimit(.minutes(1)), arguments: whole)
      func `an odd answer that is HTTP is read`(_ odd: Case) async throws {
        let peer = try BreakingPeer { _ in odd.acts }
        defer { peer.stop() }
        try await withTransport { transport in
          let answer = try await transport.fetch(peer.url())
          #expect(answer.status == 200)
          #expect(answer.text == "hi")
          #expect(!answer.headers.contains("X") || answer.headers["X"] == "1")
        }
      }

      @Test func `a latin-1 byte in a value is a letter`() async throws {
        let peer = try BreakingPeer { _ in
          [
            .text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: caf"), .bytes([0xE9]),
            .text("\r\n\r\n"), .act(.cut),
          ]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let answer = try await transport.fetch(peer.url())
          #expect(answer.headers["X"] == "café")
        }
      }

      @Test func `a cut body is delivered as far as it came`() async throws {
        let peer = try BreakingPeer { _ in
          [.text("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf"), .act(.cut)]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
          try await transport.perform(request, body: .none, limits: .generous) { head, body in
            var bytes: [UInt8] = []
            #expect(head.status == 200)
            let hasMore = try await body.next(into: &bytes)
            #expect(hasMore)
            #expect(bytes == Array("half".utf8))
            #expect(body.expectedLength == 95)
            await #expect(throws: TransportFailure.self) { try await body.next(into: &bytes) }
          }
        }
      }
    }
  }
#endif
