#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruTesting
  import Testing

  extension CurlWireTests {
    /// What goes over the wire.
    @Suite struct CurlRequestTests {
      /// Every method with and without a body of each size, one after the other on one handle, so that
      /// nothing of a request may stick to the next.
      @Test(.timeLimit(.minutes(1)))
      func `method and body are what was asked for, whatever came before`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "HEAD"]
          .compactMap { RequestMethod($0) }
        let sizes = [nil, 0, 5, 65_536, 65_537]
        let bytes = (0..<65_537).map { UInt8(truncatingIfNeeded: $0) }
        let pairs = methods.flatMap { method in sizes.map { (method, $0) } }
          .filter { $0.0 != .head || $0.1 == nil }
        // Forwards and backwards, so that each follows different ones.
        let plan = pairs + pairs.reversed()
        try await withTransport { transport in
          for (method, size) in plan {
            let body = size.map {
              RequestBody.bytes(Array(bytes[..<$0]), as: .bytes)
            }
            let answer = try await transport.fetch(peer.url("/a"), method, body: body ?? .none)
            #expect(answer.status == 200)
          }
          #expect(peer.requests.count == plan.count)
          for (request, (method, size)) in zip(peer.requests, plan) {
            #expect(request.method == method.rawValue)
            #expect(request.bodyLength == size ?? 0)
            #expect(request.body == Array(bytes[..<(size ?? 0)]))
            #expect(request.values(of: "Expect").isEmpty)
            #expect(request.values(of: .transferEncoding).isEmpty)
            let hasLength = size != nil || ["POST", "PUT", "PATCH"].contains(method.rawValue)
            #expect(request.values(of: .contentLength) == (hasLength ? ["\(size ?? 0)"] : []))
            #expect(
              request.values(of: .contentType) == (size == nil ? [] : ["application/octet-stream"]))
          }
          #expect(peer.connectionsAccepted == 1)
        }
      }

      @Test func `fields go as they are, and those that frame the message do not`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        try await withTransport { transport in
          _ = try await transport.fetch(
            peer.url("/a/../b/%2e%2e?q=%20&r=a+b"), .post,
            headers: [
              ("X-Empty", ""), ("X-Twice", "1"), ("X-Twice", "2"), ("X-Text", "a: b; c"),
              ("X-Unicode", "café"), (.cookie, "a=b"), (.authorization, "Bearer t"),
              (.contentType, "text/x"), ("User-Agent", "Maru"), (.host, "elsewhere"),
              (.contentLength, "99"), (.transferEncoding, "chunked"), (.connection, "close"),
              ("Expect", "100-continue"), ("TE", "trailers"), ("Upgrade", "h2c"),
            ], body: .bytes([1], as: .json))
          let request = try #require(peer.requests.first)
          #expect(request.target == "/a/../b/%2e%2e?q=%20&r=a+b")
          #expect(
            request.lines.filter { !$0.hasPrefix("Host:") && !$0.hasPrefix("Accept-Encoding:") }
              .sorted() == [
                "Authorization: Bearer t", "Content-Length: 1", "Content-Type: text/x",
                "Cookie: a=b", "User-Agent: Maru", "X-Empty:", "X-Text: a: b; c", "X-Twice: 1",
                "X-Twice: 2", "X-Unicode: café",
              ])
          #expect(request.values(of: .host) == ["127.0.0.1:\(peer.port)"])
          #expect(request.body == [1])
        }
      }

      @Test func `many and long fields arrive whole`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        let fields = (0..<60).map {
          (HeaderName("X-\($0)")!, String(repeating: "v", count: $0 * 10))
        }
        try await withTransport { transport in
          _ = try await transport.fetch(peer.url(), headers: fields)
          let request = try #require(peer.requests.first)
          for (name, value) in fields { #expect(request.values(of: name) == [value]) }
        }
      }

      @Test func `redirects, cookies and challenges are handed over, not obeyed`() async throws {
        let peer = try BreakingPeer.playing { request in
          switch request.target {
          case "/redirect": ServerAct.response(302, [(.location, "/elsewhere")])
          case "/cookie": ServerAct.response(200, [(.setCookie, "a=b; Path=/")])
          case "/challenge": ServerAct.response(401, [(.wwwAuthenticate, "Basic realm=x")])
          default: ServerAct.response(200)
          }
        }
        defer { peer.stop() }
        try await withTransport { transport in
          for (target, status) in [
            ("/redirect", 302), ("/cookie", 200), ("/challenge", 401), ("/", 200),
          ] {
            let answer = try await transport.fetch(peer.url(target))
            #expect(answer.status == status)
          }
          #expect(peer.requests.map(\.target) == ["/redirect", "/cookie", "/challenge", "/"])
          #expect(peer.requests.allSatisfy { $0.values(of: .cookie).isEmpty })
          #expect(peer.requests.allSatisfy { $0.values(of: .authorization).isEmpty })
        }
      }

      @Test(arguments: ["http://example.com/", "http://127.1.example.com/", "http://10.0.0.1/"])
      func `http goes to this machine only`(_ address: String) async throws {
        let url = try RequestURL(address)
        try await withTransport { transport in
          let failure = await transport.failure(url)
          #expect(failure?.kind == .blockedByPolicy)
          #expect(failure?.arrival == .impossible)
        }
      }

      @Test func `the name of this machine leads to this machine`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        try await withTransport { transport in
          let url = try RequestURL("http://localhost:\(peer.port)/")
          let answer = try await transport.fetch(url)
          #expect(answer.status == 200)
        }
      }

      @Test func `an address where nobody listens and a name that is none are unreachable`()
        async throws
      {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        let closed = peer.url()
        peer.stop()
        let unknown = try RequestURL("https://nobody.invalid/secret-path")
        try await withTransport { transport in
          for url in [closed, unknown] {
            let failure = await transport.failure(url, .post, body: .bytes([1], as: .bytes))
            #expect(failure?.kind == .unreachable)
            #expect(failure?.arrival == .impossible)
            #expect(failure?.description.contains("127.0.0.1") == false)
            #expect(failure?.description.contains("nobody") == false)
          }
        }
      }

      @Test func `what was measured is told`() async throws {
        let peer = try BreakingPeer.playing { _ in
          [.pause(.milliseconds(5))]
            + ServerAct.response(200, body: Array(repeating: 1, count: 1000))
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let answer = try await transport.fetch(
            peer.url(), .post, body: .bytes([1, 2], as: .bytes))
          let metrics = answer.metrics
          #expect(metrics.bytesSent == 2)
          #expect(metrics.bytesReceived == 1000)
          #expect(metrics.protocolName == "HTTP/1.1")
          #expect(metrics.reusedConnection == false)
          let connect = try #require(metrics.connect)
          let firstByte = try #require(metrics.firstByte)
          let total = try #require(metrics.total)
          #expect(connect <= firstByte && firstByte <= total)
          #expect(firstByte >= .milliseconds(5))
          #expect(answer.expectedLength == 1000)
        }
      }
    }
  }
#endif
