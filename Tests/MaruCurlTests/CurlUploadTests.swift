#if os(Linux)
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruSystem
  import MaruTesting
  import Testing

  extension CurlWireTests {
    @Suite struct CurlUploadTests {
      struct Broken: Error {}

      /// Gives pieces, then ends, throws or waits for ever.
      final class Pieces: RequestBodyReader {
        enum Last: Sendable { case end, failure, wait }
        private let left: Locked<[[UInt8]]>
        private let last: Last
        let served = Locked(0)

        private let pause: Duration

        init(_ pieces: [[UInt8]], then last: Last = .end, pausing pause: Duration = .zero) {
          left = Locked(pieces.reversed())
          self.last = last
          self.pause = pause
        }

        func next(into buffer: inout [UInt8]) async throws -> Bool {
          if pause > .zero { try await Task.sleep(for: pause) }
          if let piece = left.withLock({ $0.popLast() }) {
            buffer += piece
            served.withLock { $0 += piece.count }
            return true
          }
          switch last {
          case .end: return false
          case .failure: throw Broken()
          case .wait:
            try await Task.sleep(for: .seconds(600))
            return false
          }
        }
      }

      private func body(_ reader: Pieces, length: Int?) -> RequestBody {
        .stream(.bytes, length: length, isRestartable: false) { reader }
      }

      @Test(
        .timeLimit(.minutes(1)), arguments: [RequestMethod.post, .put, .patch, .get], [true, false])
      func `a stream arrives whole, with its length or in chunks`(
        _ method: RequestMethod, _ lengthIsKnown: Bool
      ) async throws {
        let peer = try BreakingPeer(keptBodyBytes: 4 << 20) { _ in
          ServerAct.response(200).map(WireAct.act)
        }
        defer { peer.stop() }
        let pieces = (0..<40).map { Array(repeating: UInt8($0), count: $0 * 1021) }
        let whole = Array(pieces.joined())
        try await withTransport { transport in
          let answer = try await transport.fetch(
            peer.url(), method,
            body: body(Pieces(pieces), length: lengthIsKnown ? whole.count : nil),
            isRepeatable: false)
          #expect(answer.status == 200)
          let request = try #require(peer.requests.first)
          #expect(request.method == method.rawValue)
          #expect(request.isBodyWhole)
          #expect(request.body == whole)
          #expect(request.values(of: "Expect").isEmpty)
          #expect(
            request.values(of: .contentLength) == (lengthIsKnown ? ["\(whole.count)"] : []))
          #expect(request.values(of: .transferEncoding) == (lengthIsKnown ? [] : ["chunked"]))
          #expect(answer.metrics.bytesSent == whole.count)
        }
      }

      @Test func `an empty stream is an empty body`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        try await withTransport { transport in
          for length in [0, nil] {
            let answer = try await transport.fetch(
              peer.url(), .post, body: body(Pieces([]), length: length))
            #expect(answer.status == 200)
          }
          #expect(peer.requests.allSatisfy { $0.isBodyWhole && $0.bodyLength == 0 })
        }
      }

      @Test(.timeLimit(.minutes(1)), arguments: [5, 7, 1, 0, 100], [true, false])
      func `a stream of another length than announced never arrives whole`(
        _ length: Int, _ inOnePiece: Bool
      ) async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        let pieces: [[UInt8]] = inOnePiece ? [[1, 2, 3, 4, 5, 6]] : [[1], [2, 3], [4, 5], [6]]
        try await withTransport { transport in
          let failure = await transport.failure(
            peer.url(), .put, body: body(Pieces(pieces, pausing: .milliseconds(10)), length: length)
          )
          #expect(failure?.kind == .requestBodyFailed)
          #expect(await peer.reaches { $0.open == 0 })
          #expect(peer.requests.allSatisfy { !$0.isBodyWhole })
        }
      }

      @Test(.timeLimit(.minutes(1)), arguments: [nil, 100] as [Int?])
      func `a reader's error fails the request`(_ length: Int?) async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        try await withTransport { transport in
          let failure = await transport.failure(
            peer.url(), .put, body: body(Pieces([[1, 2]], then: .failure), length: length))
          #expect(failure?.kind == .requestBodyFailed)
          #expect(await peer.reaches { $0.open == 0 })
          #expect(peer.requests.allSatisfy { !$0.isBodyWhole })
          let opening = await transport.failure(
            peer.url(), .put,
            body: .stream(.bytes, length: length, isRestartable: true) { throw Broken() })
          #expect(opening?.kind == .requestBodyFailed)
        }
      }

      @Test(
        .timeLimit(.minutes(1)),
        arguments: [
          "413 Too Large\r\nContent-Length: 2\r\n\r\nno",
          "413 Too Large\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n",
          "302 Found\r\nContent-Length: 2\r\n\r\nno",
        ], [true, false])
      func `a refusal before the upload's end is delivered`(_ answer: String, _ isLate: Bool)
        async throws
      {
        let peer = try BreakingPeer(reading: { _, _ in .head }) { _ in
          (isLate ? [.act(.pause(.milliseconds(30)))] : []) + [
            .text("HTTP/1.1 " + answer), .act(.hold),
          ]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let answer = try await transport.fetch(
            peer.url(), .put, body: body(Pieces([[1, 2]], then: .wait), length: 100))
          #expect(answer.status == 413 || answer.status == 302)
          #expect(answer.text == "no")
        }
      }

      @Test(.timeLimit(.minutes(1))) func `an early yes does not end the upload`() async throws {
        let peer = try BreakingPeer(reading: { _, number in number == 0 ? .head : .request }) { _ in
          [.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), .act(.hold)]
        }
        defer { peer.stop() }
        let reader = Pieces(Array(repeating: Array(repeating: 1, count: 1000), count: 3000))
        try await withTransport { transport in
          let answer = try await transport.fetch(peer.url(), .put, body: body(reader, length: nil))
          #expect(answer.text == "hi")
          #expect(answer.metrics.bytesSent == 3_000_000)
        }
      }

      @Test(.timeLimit(.minutes(1))) func `cancelling reaches a reader that waits`() async throws {
        let peer = try BreakingPeer.playing { _ in ServerAct.response(200) }
        defer { peer.stop() }
        try await withTransport { transport in
          await withTaskGroup(of: Void.self) { group in
            group.addTask {
              await #expect(throws: CancellationError.self) {
                try await transport.fetch(
                  peer.url(), .put, body: body(Pieces([[1]], then: .wait), length: 5))
              }
            }
            #expect(await peer.reaches { $0.open == 1 })
            group.cancelAll()
            await group.waitForAll()
          }
          #expect(await peer.reaches { $0.open == 0 })
        }
      }

      @Test(.timeLimit(.minutes(1))) func `a reader is held back by a server that does not read`()
        async throws
      {
        let peer = try BreakingPeer(reading: { _, _ in .head }) { _ in
          [.act(.pause(.milliseconds(500))), .act(.reset)]
        }
        defer { peer.stop() }
        let reader = Pieces(Array(repeating: Array(repeating: 1, count: 65_536), count: 2000))
        try await withTransport { transport in
          let failure = await transport.failure(peer.url(), .put, body: body(reader, length: nil))
          #expect(failure?.kind == .connectionLost)
          // 131 MB were there to be read; sockets hold a few MB.
          #expect(reader.served.withLock { $0 } < 30 << 20)
        }
      }
    }
  }
#endif
