#if os(Linux)
  import Foundation
  import FoundationNetworking
  import MaruContract
  import MaruHTTP
  import MaruSystem
  import MaruTesting
  import MaruURLSession
  import Testing

  /// Tests that need sockets, one after the other.
  @Suite(.serialized) struct SessionWireTests {
    /// Gives pieces, then ends.
    final class Pieces: RequestBodyReader {
      private let left: Locked<[[UInt8]]>
      init(_ pieces: [[UInt8]]) { left = Locked(pieces.reversed()) }

      func next(into buffer: inout [UInt8]) async throws -> Bool {
        guard let piece = left.withLock({ $0.popLast() }) else { return false }
        buffer += piece
        return true
      }
    }

    @Test func `a request arrives as it is, with repeated fields folded into one`() async throws {
      let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
      defer { peer.stop() }
      let target = "/a/b%20c/%2F?x=1&y=%2B&z="
      let methods: [RequestMethod] = [.get, .post, .put, .patch, .delete, .head, .options]
      try await withTransport { transport in
        for method in methods {
          let hasBody = [.post, .put, .patch].contains(method)
          _ = try await transport.fetch(
            peer.url(target), method,
            headers: [("X-One", "1"), ("X-Two", "a, b"), ("X-One", "2"), ("Cookie", "a=1")],
            body: hasBody ? .bytes(Array("body".utf8), as: .json) : .none)
        }
      }
      #expect(peer.requests.map(\.method) == methods.map(\.rawValue))
      for request in peer.requests {
        #expect(request.target == target)
        #expect(request.values(of: "X-One") == ["1, 2"])
        #expect(request.values(of: "X-Two") == ["a, b"])
        #expect(request.values(of: .cookie) == ["a=1"])
        let hasBody = ["POST", "PUT", "PATCH"].contains(request.method)
        #expect(request.body == (hasBody ? Array("body".utf8) : []))
        #expect(request.values(of: .contentType) == (hasBody ? ["application/json"] : []))
      }
    }

    @Test(arguments: [RequestMethod.get, .head]) func `no body goes with a method that has none`(
      _ method: RequestMethod
    ) async throws {
      let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
      defer { peer.stop() }
      try await withTransport { transport in
        let failure = await transport.failure(
          peer.url(), method, body: .bytes([1], as: .json))
        #expect(failure?.kind == .unsupported)
        #expect(failure?.arrival == .impossible)
      }
      #expect(peer.connectionsAccepted == 0)
    }

    @Test(arguments: [(RequestMethod.post, true), (.post, false), (.put, true), (.delete, false)])
    func `what may not be sent twice, or has a body, never meets a dead connection`(
      _ method: RequestMethod, _ hasBody: Bool
    ) async throws {
      for ending in [ServerAct.cut, .reset] {
        let peer = try BreakingPeer.playing { request in
          request.target == "/dies" ? [ending] : ServerAct.response(200)
        }
        defer { peer.stop() }
        try await withTransport { transport in
          _ = try await transport.fetch(peer.url())
          await #expect(throws: TransportFailure.self) {
            try await transport.fetch(
              peer.url("/dies"), method, body: hasBody ? .bytes([1, 2, 3], as: .json) : .none,
              isRepeatable: hasBody && method == .put)
          }
        }
        #expect(peer.requests.filter { $0.target == "/dies" }.map(\.connection) == [1])
      }
    }

    @Test func `a body without a reader is held up to the cap, and no further`() async throws {
      let peer = try BreakingPeer.playing { _ in
        [.head(status: 200, fields: HeaderFields()), .fill(4 << 20), .hold]
      }
      defer { peer.stop() }
      try await withTransport(.init(maximumBufferedBytes: 1 << 20)) { transport in
        let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
        let limits = TransportLimits(attempt: .seconds(20))
        let (failure, count) = await transport.overflow(request, limits) {
          await peer.reaches { $0.open == 0 }
        }
        #expect(failure?.kind == .bodyTooLarge)
        #expect(failure?.arrival == .possible)
        // What had come before is handed out; what came until the session had stopped was let go. The
        // call ends by the cap alone: the body has no end.
        #expect(count <= 1 << 20)
      }
    }

    @Test func `a body larger than the cap comes through to a reader that keeps up`() async throws {
      let piece = 32_768
      let gate = PeerGate()
      let peer = try BreakingPeer { _ in
        let pieces = (0..<40).flatMap { _ in [WireAct.act(.fill(piece)), .waits(gate)] }
        return [.act(.head(status: 200, fields: HeaderFields()))] + pieces + [.act(.end)]
      }
      defer { peer.stop() }
      try await withTransport(.init(maximumBufferedBytes: 1 << 20)) { transport in
        let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
        let limits = TransportLimits(attempt: .seconds(60))
        let bytes = try await transport.perform(request, body: .none, limits: limits) { _, body in
          var bytes: [UInt8] = []
          var read = 0
          while try await body.next(into: &bytes) {
            while read < bytes.count / piece {
              read += 1
              gate.open()
            }
          }
          return bytes.count
        }
        #expect(bytes == 40 * piece)
      }
    }

    @Test func `a long stream goes whole, with its length, and counted`() async throws {
      let peer = try BreakingPeer(keptBodyBytes: 8 << 20) { _ in
        ServerAct.response(200).map(WireAct.act)
      }
      defer { peer.stop() }
      let pieces = (0..<60).map { [UInt8](repeating: UInt8($0), count: $0 * 1021) }
      let whole = Array(pieces.joined())
      #expect(whole.count > 1 << 20)
      try await withTransport { transport in
        for length in [whole.count, nil] {
          let body = RequestBody.stream(.bytes, length: length, isRestartable: false) {
            Pieces(pieces)
          }
          let answer = try await transport.fetch(peer.url(), .post, body: body)
          #expect(answer.status == 200)
          #expect(answer.metrics.bytesSent == whole.count)
        }
      }
      for request in peer.requests {
        #expect(request.isBodyWhole)
        #expect(request.body == whole)
        #expect(request.values(of: .transferEncoding) == [])
        #expect(request.values(of: .contentLength) == ["\(whole.count)"])
      }
    }

    @Test(arguments: [(1 << 21) - 1, (1 << 21) + 1])
    func `a long stream of another length than announced never arrives whole`(
      _ length: Int
    ) async throws {
      let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
      defer { peer.stop() }
      let pieces = [[UInt8]](repeating: [UInt8](repeating: 1, count: 1 << 16), count: 32)
      try await withTransport { transport in
        let body = RequestBody.stream(.bytes, length: length, isRestartable: false) {
          Pieces(pieces)
        }
        let failure = await transport.failure(peer.url(), .put, body: body)
        #expect(failure?.kind == .requestBodyFailed)
      }
      #expect(await peer.reaches { $0.open == 0 })
      #expect(peer.requests.allSatisfy { !$0.isBodyWhole })
    }

    @Test func `a stream larger than can be held is refused before anything is sent`() async throws
    {
      let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
      defer { peer.stop() }
      try await withTransport(.init(maximumBufferedBytes: 1 << 16)) { transport in
        for length in [(1 << 16) + 1, nil] {
          let body = RequestBody.stream(.bytes, length: length, isRestartable: false) {
            Pieces([[UInt8](repeating: 1, count: (1 << 16) + 1)])
          }
          let failure = await transport.failure(peer.url(), .put, body: body)
          #expect(failure?.kind == .unsupported)
          #expect(failure?.arrival == .impossible)
        }
      }
      #expect(peer.connectionsAccepted == 0)
    }

    /// Waits for ever.
    final class Waiting: RequestBodyReader {
      func next(into buffer: inout [UInt8]) async throws -> Bool {
        try await Task.sleep(for: .seconds(3600))
        return false
      }
    }

    @Test func `a body that does not come ends at the attempt's limit, or at shutdown`()
      async throws
    {
      let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
      defer { peer.stop() }
      let body = RequestBody.stream(.bytes, length: nil, isRestartable: false) { Waiting() }
      let transport = try URLSessionTransport(clock: RealClock())
      let late = await transport.failure(
        peer.url(), .put, body: body, limits: TransportLimits(attempt: .milliseconds(50)))
      #expect(late?.kind == .timedOut)
      #expect(late?.arrival == .impossible)
      async let ended = transport.failure(peer.url(), .put, body: body)
      try await Task.sleep(for: .milliseconds(50))
      await transport.shutdown(.cancelling)
      #expect(await ended?.kind == .shutDown)
      #expect(peer.connectionsAccepted == 0)
    }

    @Test func `a body without a head that URLSession can read is no response`() async throws {
      // libcurl takes the second line for the head's end, and URLSession makes up a status of 200.
      let peer = try BreakingPeer { _ in [.text("HTTP/1.1 503 Busy\r\n\rX: 1\r\nbody"), .act(.cut)]
      }
      defer { peer.stop() }
      try await withTransport { transport in
        let failure = await transport.failure(peer.url())
        #expect(failure?.kind == .malformedResponse)
        #expect(failure?.arrival == .possible)
      }
    }

    @Test func `what was measured is told`() async throws {
      let peer = try BreakingPeer.playing { _ in ServerAct.response(200, body: [1, 2, 3]) }
      defer { peer.stop() }
      try await withTransport { transport in
        let metrics = try await transport.fetch(peer.url()).metrics
        #expect(metrics.bytesReceived == 3)
        let first = try #require(metrics.firstByte)
        let total = try #require(metrics.total)
        #expect(first > .zero && first <= total)
      }
    }

    @Test func `the body of a redirect arrives`() async throws {
      let peer = try BreakingPeer.playing { _ in
        ServerAct.response(302, [(.location, "https://other.example/")], body: Array("gone".utf8))
      }
      defer { peer.stop() }
      try await withTransport { transport in
        let answer = try await transport.fetch(peer.url())
        #expect(answer.status == 302)
        #expect(answer.headers[.location] == "https://other.example/")
        #expect(answer.text == "gone")
      }
    }

    @Test func `a redirect that comes when its time is over ends no process`() async {
      await #expect(processExitsWith: .success) {
        let peer = try BreakingPeer.playing { _ in
          [.pause(.milliseconds(5))]
            + ServerAct.response(302, [(.location, "https://other.example/")])
        }
        let transport = try URLSessionTransport(clock: RealClock())
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<16 {
            group.addTask {
              for call in 0..<100 {
                let limits = TransportLimits(attempt: .microseconds(5000 + 50 * call))
                _ = try? await transport.fetch(peer.url(), limits: limits)
              }
            }
          }
        }
        await transport.shutdown(.finishing)
        peer.stop()
      }
    }

    @Test func `pins are refused where they can't be kept`() throws {
      struct Today: WallClock { func now() -> Date { Date() } }
      let policy = try PinPolicy([], wallClock: Today()) {
        false
      } report: { _ in
      }
      let error = #expect(throws: CallError.self) {
        try URLSessionTransport(pins: policy, clock: RealClock())
      }
      #expect(error?.code == .unsupported)
    }

    @Test func `a configuration of the caller's is copied, and its stores are left alone`()
      async throws
    {
      let configuration = URLSessionConfiguration.default
      configuration.httpAdditionalHeaders = ["X-Mine": "1"]
      let peer = try BreakingPeer.playing { _ in
        ServerAct.response(200, [(.setCookie, "a=1"), (.cacheControl, "max-age=60")])
      }
      defer { peer.stop() }
      let transport = try URLSessionTransport(configuration: configuration, clock: RealClock())
      for _ in 0..<2 { _ = try await transport.fetch(peer.url()) }
      await transport.shutdown(.finishing)
      #expect(peer.requests.count == 2)
      #expect(peer.requests.allSatisfy { $0.values(of: .cookie).isEmpty })
      #expect(peer.requests.map { $0.values(of: "X-Mine") } == [["1"], ["1"]])
      #expect(configuration.httpCookieStorage != nil)
    }
  }

  extension URLSessionTransport {
    /// Reads nothing until `isOver`, then all there is.
    fileprivate func overflow(
      _ request: TransportRequest, _ limits: TransportLimits, _ isOver: () async -> Bool
    ) async -> (TransportFailure?, Int) {
      var bytes: [UInt8] = []
      do {
        try await perform(request, body: .none, limits: limits) { _, body in
          _ = await isOver()
          while try await body.next(into: &bytes) {}
        }
        return (nil, bytes.count)
      } catch {
        return (error as? TransportFailure, bytes.count)
      }
    }
  }
#endif
