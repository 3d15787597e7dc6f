#if os(Linux)
  import Foundation
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruTesting
  import Testing

  extension CurlWireTests {
    @Suite struct CurlShutdownTests {
      private func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }

      private func threads() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count {
          // A thread can end while they are counted.
          (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8))
            == "maru-curl\n"
        }
      }

      @Test func `a transport that was shut down takes no request`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        let transport = try CurlTransport(.init(trust: .system))
        _ = try await transport.fetch(peer.url())
        await transport.shutdown(.finishing)
        await transport.shutdown(.cancelling)
        let failure = await transport.failure(peer.url())
        #expect(failure?.kind == .shutDown)
        #expect(failure?.arrival == .impossible)
        #expect(await peer.reaches { $0.open == 0 && $0.requests == 1 })
      }

      @Test(.timeLimit(.minutes(1))) func `finishing lets running requests end whole`() async throws
      {
        let peer = try BreakingPeer.playing { _ in
          [.pause(.milliseconds(50))] + ServerAct.response(200, body: [1, 2])
        }
        defer { peer.stop() }
        let transport = try CurlTransport(.init(trust: .system))
        async let answer = transport.fetch(peer.url())
        #expect(await peer.reaches { $0.inFlight == 1 })
        await transport.shutdown(.finishing)
        let bytes = try await answer.bytes
        #expect(bytes == [1, 2])
      }

      @Test(.timeLimit(.minutes(1)))
      func `cancelling ends running requests as shut down, and not as cancelled`() async throws {
        let peer = try BreakingPeer.playing { request in
          request.target == "/head"
            ? [.hold] : [.head(status: 200, fields: HeaderFields()), .body([1]), .hold]
        }
        defer { peer.stop() }
        let transport = try CurlTransport(.init(trust: .system))
        async let first = transport.failure(peer.url("/head"))
        async let second = transport.failure(peer.url("/body"))
        #expect(await peer.reaches { $0.inFlight == 2 })
        await transport.shutdown(.cancelling)
        let kinds = await [first?.kind, second?.kind]
        #expect(kinds == [.shutDown, .shutDown])
        #expect(await peer.reaches { $0.open == 0 })
      }

      @Test(.timeLimit(.minutes(1)))
      func `neither shutting down nor letting go leaves descriptors or threads`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        let before = try descriptors()
        for round in 0..<100 {
          let transport = try CurlTransport(.init(trust: .system))
          _ = try await transport.fetch(peer.url())
          if round.isMultiple(of: 2) { await transport.shutdown(.finishing) }
        }
        #expect(await peer.reaches { $0.open == 0 })
        // Other tests run beside this one and have some of their own.
        #expect(try descriptors() < before + 60)
        #expect(try threads() < 60)
      }
    }
  }
#endif
