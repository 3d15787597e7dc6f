#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruTesting
  import Testing

  extension CurlWireTests {
    @Suite struct CurlLimitTests {
      private let clock = ContinuousClock()

      /// The failure of a request, and how long it took.
      private func failure(
        _ acts: [WireAct], _ limits: TransportLimits, body: RequestBody = .none,
        reading: PeerReading = .request
      ) async throws -> (TransportFailure?, Duration) {
        let peer = try BreakingPeer(reading: { _, _ in reading }, script: { _ in acts })
        defer { peer.stop() }
        return try await withTransport { transport in
          let start = clock.now
          let method: RequestMethod = body.mediaType == nil ? .get : .put
          let failure = await transport.failure(peer.url(), method, body: body, limits: limits)
          return (failure, clock.now - start)
        }
      }

      private static let head = WireAct.text("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n")

      @Test(
        .timeLimit(.minutes(1)),
        arguments: [
          [WireAct.act(.hold)],
          [head, .act(.hold)],
          [head, .drip(Array(repeating: 1, count: 99), every: .milliseconds(20))],
          [.drip(Array("HTTP/1.1 200 OK\r\n".utf8), every: .milliseconds(20)), .act(.hold)],
        ])
      func `an attempt ends after its 100 ms, whatever comes meanwhile`(_ acts: [WireAct])
        async throws
      {
        let (failure, time) = try await failure(
          acts, TransportLimits(attempt: .milliseconds(100), connect: .seconds(5)))
        #expect(failure?.kind == .timedOut)
        #expect(failure?.arrival == .possible)
        #expect(failure?.reason == "the attempt limit was reached")
        #expect(time >= .milliseconds(100) && time < .seconds(8))
      }

      @Test(.timeLimit(.minutes(1))) func `the first byte and the pieces have limits of their own`()
        async throws
      {
        let firstByte = TransportLimits(attempt: .seconds(10), firstByte: .milliseconds(100))
        let (late, lateTime) = try await failure([.act(.hold)], firstByte)
        #expect(late?.reason == "the first byte limit was reached")
        #expect(lateTime >= .milliseconds(100) && lateTime < .seconds(8))
        let (never, _) = try await failure(
          [Self.head, .drip(Array(repeating: 1, count: 99), every: .milliseconds(3))], firstByte)
        #expect(never == nil)
        let idle = TransportLimits(attempt: .seconds(10), idle: .milliseconds(100))
        let (stuck, stuckTime) = try await failure([Self.head, .bytes([1]), .act(.hold)], idle)
        #expect(stuck?.reason == "the idle limit was reached")
        #expect(stuckTime >= .milliseconds(100) && stuckTime < .seconds(8))
        let (slow, _) = try await failure(
          [Self.head, .drip(Array(repeating: 1, count: 99), every: .milliseconds(3))], idle)
        #expect(slow == nil)
      }

      @Test(.timeLimit(.minutes(1))) func `a server that takes no body is idle`() async throws {
        let (stuck, time) = try await failure(
          [.act(.pause(.seconds(20))), .act(.cut)],
          TransportLimits(attempt: .seconds(10), idle: .milliseconds(200)),
          body: .bytes(Array(repeating: 1, count: 64 << 20), as: .bytes), reading: .head)
        #expect(stuck?.reason == "the idle limit was reached")
        #expect(time >= .milliseconds(200) && time < .seconds(8))
      }

      @Test(.timeLimit(.minutes(1))) func `connecting has a limit of its own`() async throws {
        // A listener whose queue is full answers no more; TLS is never agreed with one that is silent.
        let peer = try BreakingPeer(reading: { _, _ in .nothing }, script: { _ in [.act(.hold)] })
        defer { peer.stop() }
        try await withTransport { transport in
          let start = clock.now
          let url = try RequestURL("https://127.0.0.1:\(peer.port)/")
          let failure = await transport.failure(
            url, limits: TransportLimits(attempt: .seconds(10), connect: .milliseconds(100)))
          #expect(failure?.kind == .timedOut)
          #expect(failure?.arrival == .impossible)
          #expect(failure?.reason == "the connect limit was reached")
          #expect(clock.now - start < .seconds(8))
        }
      }

      @Test(.timeLimit(.minutes(1))) func `a limit reached while the reader pauses is told to it`()
        async throws
      {
        let peer = try BreakingPeer.playing { _ in
          [.head(status: 200, fields: HeaderFields()), .fill(8 << 20), .end]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
          let limits = TransportLimits(attempt: .milliseconds(200))
          try await transport.perform(request, body: .none, limits: limits) { _, body in
            try await Task.sleep(for: .milliseconds(300))
            await #expect(throws: TransportFailure.self) { try await body.collect(upTo: 1 << 30) }
          }
          #expect(await peer.reaches { $0.open == 0 })
        }
      }

      @Test func `an attempt without time sends nothing that counts`() async throws {
        let (failure, _) = try await failure([.act(.hold)], TransportLimits(attempt: .zero))
        #expect(failure?.kind == .timedOut)
      }
    }
  }
#endif
