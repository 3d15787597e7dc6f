#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruTesting
  import Testing

  extension CurlWireTests {
    @Suite struct CurlCancelTests {
      @Test func `a task cancelled before sends nothing`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        try await withTransport { transport in
          await withTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
              await #expect(throws: CancellationError.self) {
                try await transport.fetch(peer.url())
              }
            }
          }
          #expect(peer.connectionsAccepted == 0)
        }
      }

      @Test(
        .timeLimit(.minutes(1)),
        arguments: [
          [ServerAct.hold],
          [.head(status: 200, fields: HeaderFields()), .hold],
          [.head(status: 200, fields: HeaderFields()), .body([1, 2, 3]), .hold],
        ])
      func `cancelling ends a call at once, wherever it is`(_ acts: [ServerAct]) async throws {
        let peer = try BreakingPeer.playing { _ in acts }
        defer { peer.stop() }
        try await withTransport { transport in
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              await #expect(throws: CancellationError.self) {
                try await transport.fetch(peer.url())
              }
            }
            #expect(await peer.reaches { $0.inFlight == 1 })
            group.cancelAll()
            await group.waitForAll()
          }
          #expect(await peer.reaches { $0.open == 0 })
          // The transport is as good as before.
          let other = try BreakingPeer.playing { _ in ServerAct.response(204) }
          let answer = try await transport.fetch(other.url())
          #expect(answer.status == 204)
          other.stop()
        }
      }

      @Test func `a reading child that is cancelled alone does not take the call with it`()
        async throws
      {
        let peer = try BreakingPeer.playing { _ in
          [.head(status: 200, fields: HeaderFields()), .hold]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
          try await transport.perform(request, body: .none, limits: .generous) { _, body in
            await withTaskGroup(of: Void.self) { group in
              group.addTask {
                var bytes: [UInt8] = []
                await #expect(throws: CancellationError.self) { try await body.next(into: &bytes) }
              }
              // By then it waits.
              try? await Task.sleep(for: .milliseconds(30))
              group.cancelAll()
            }
            #expect(peer.connectionsOpen == 1)
          }
          #expect(await peer.reaches { $0.open == 0 })
        }
      }

      struct Wrong: Error {}

      /// Steps through numbers; the same for the same start (Knuth's MMIX generator).
      struct Steps: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return state
        }
      }

      @Test func `an error of the receiver and an unread body end the transfer`() async throws {
        let peer = try BreakingPeer.playing { _ in
          [.head(status: 200, fields: HeaderFields()), .body([1]), .hold]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
          await #expect(throws: Wrong.self) {
            try await transport.perform(request, body: .none, limits: .generous) { _, _ in
              throw Wrong()
            }
          }
          #expect(await peer.reaches { $0.open == 0 })
          let status = try await transport.perform(request, body: .none, limits: .generous) {
            head, _ in
            head.status
          }
          #expect(status == 200)
          #expect(await peer.reaches { $0.open == 0 && $0.accepted == 2 })
        }
      }

      @Test(.timeLimit(.minutes(2)), arguments: [256, 5])
      func `thousands of random cancels leave nothing behind`(_ connections: Int) async throws {
        let peer = try BreakingPeer(keptRequests: 0) { request in
          request.number % 7 == 6
            ? [
              .act(.head(status: 200, fields: HeaderFields())), .act(.fill(3000)),
              .act(.pause(.microseconds(100))), .act(.fill(3000)), .act(.end),
            ]
            : ServerAct.response(200, body: Array(repeating: 7, count: 900)).map(WireAct.act)
        }
        defer { peer.stop() }
        let settings = CurlTransport.Settings(trust: .system, maximumConnections: connections)
        let outcomes = try await withTransport(settings) { transport in
          try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for worker in 0..<16 {
              group.addTask {
                var random = Steps(state: UInt64(worker))
                var done = (cancelled: 0, whole: 0)
                for number in 0..<400 {
                  // Every eighth goes its way: on a slow machine none might be whole otherwise.
                  let isCancelled = number % 8 != 0
                  let wait = Int.random(in: -1000...9000, using: &random)
                  do {
                    try await withThrowingTaskGroup(of: Void.self) { race in
                      race.addTask {
                        let answer = try await transport.fetch(peer.url())
                        guard answer.bytes.count == 900 || answer.bytes.count == 6000 else {
                          throw Wrong()
                        }
                      }
                      if isCancelled, wait > 0 { try await Task.sleep(for: .microseconds(wait)) }
                      if isCancelled { race.cancelAll() }
                      try await race.waitForAll()
                    }
                    done.whole += 1
                  } catch is CancellationError {
                    done.cancelled += 1
                  }
                }
                return done
              }
            }
            return try await group.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
          }
        }
        #expect(outcomes.0 + outcomes.1 == 6400)
        #expect(outcomes.0 > 100 && outcomes.1 > 100)
        #expect(await peer.reaches { $0.open == 0 })
      }
    }
  }
#endif
