#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruTesting
  import Testing

  extension CurlWireTests {
    /// RETRY-1: no transport sends by itself a second time.
    @Suite struct CurlRepetitionTests {
      @Test(.timeLimit(.minutes(1)), arguments: [RequestMethod.get, .post, .put], [true, false])
      func `a kept connection that dies unanswered does not send again`(
        _ method: RequestMethod, _ isRepeatable: Bool
      ) async throws {
        let peer = try BreakingPeer { request in
          request.number == 0 ? ServerAct.response(200).map(WireAct.act) : [.act(.cut)]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          _ = try await transport.fetch(peer.url("/first"))
          let body = method == .get ? RequestBody.none : .bytes([1, 2, 3], as: .bytes)
          let failure = await transport.failure(
            peer.url("/second"), method, body: body, isRepeatable: isRepeatable)
          #expect(peer.requests.map(\.target) == ["/first", "/second"])
          // What may not be repeated takes no connection that has been idle for long, as it can be on a
          // busy machine.
          if isRepeatable || peer.requests.last?.connection == 0 {
            #expect(failure?.kind == .connectionLost)
            #expect(failure?.arrival == .possible)
            #expect(peer.connectionsAccepted == 1)
            let next = try await transport.fetch(peer.url("/third"))
            #expect(next.status == 200)
          }
        }
      }

      @Test(.timeLimit(.minutes(1)))
      func `other kept connections are no way to send again`() async throws {
        let peer = try BreakingPeer { request in
          request.number == 0
            ? [.act(.pause(.milliseconds(30)))] + ServerAct.response(200).map(WireAct.act)
            : [.act(.cut)]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try await transport.fetch(peer.url("/first")) } }
            try await group.waitForAll()
          }
          let failure = await transport.failure(peer.url("/second"))
          #expect(failure?.kind == .connectionLost)
          #expect(peer.requests.count { $0.target == "/second" } == 1)
        }
      }

      @Test func `a kept connection that was closed meanwhile is not used`() async throws {
        let peer = try BreakingPeer { _ in
          ServerAct.response(200).dropLast().map(WireAct.act) + [.act(.cut)]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          for _ in 0..<5 {
            let answer = try await transport.fetch(peer.url())
            #expect(answer.status == 200)
            #expect(await peer.reaches { $0.open == 0 })
          }
          #expect(peer.requests.count == 5)
        }
      }

      @Test func `bytes behind an answer are not the next answer`() async throws {
        let peer = try BreakingPeer { _ in
          [
            .text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"),
            .text("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nbad"), .act(.end),
          ]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          for round in 0..<40 {
            let answer = try await transport.fetch(peer.url(), .post, isRepeatable: false)
            #expect(answer.text == "hi")
            #expect(peer.requests.count == round + 1)
            // What comes before the next request is sent can be known to belong to none.
            #expect(await peer.reaches { $0.inFlight == 0 })
          }
        }
      }

      @Test func `connections are kept, and a fresh one is made when asked`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        try await withTransport { transport in
          let first = try await transport.fetch(peer.url())
          #expect(first.metrics.reusedConnection == false)
          for _ in 0..<10 {
            let answer = try await transport.fetch(peer.url())
            #expect(answer.metrics.reusedConnection == true)
          }
          _ = try await transport.fetch(peer.url(), .post, isRepeatable: false)
          #expect(peer.connectionsAccepted == 1)
          _ = try await transport.fetch(peer.url(), fresh: true)
          #expect(peer.connectionsAccepted == 2)
          _ = try await transport.fetch(peer.url())
          #expect(peer.connectionsAccepted == 2)
        }
      }

      @Test func `no more connections are opened than allowed`() async throws {
        let peer = try BreakingPeer.playing { _ in
          [.pause(.milliseconds(5))] + ServerAct.response(200)
        }
        defer { peer.stop() }
        let settings = CurlTransport.Settings(
          trust: .system, maximumConnections: 4, maximumConnectionsPerHost: 2)
        try await withTransport(settings) { transport in
          try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
              group.addTask {
                let limits = TransportLimits(attempt: .seconds(10), connect: .milliseconds(30))
                _ = try await transport.fetch(peer.url(), limits: limits)
              }
            }
            try await group.waitForAll()
          }
          #expect(peer.connectionsAccepted == 2)
          #expect(peer.requests.count == 20)
        }
      }
    }
  }
#endif
