#if os(Linux)
  import Foundation
  import MaruContract
  import MaruCurl
  import MaruHTTP
  import MaruTesting
  import Testing

  extension CurlWireTests {
    @Suite struct CurlDownloadTests {
      @Test(.timeLimit(.minutes(1))) func `a reader that does not ask holds the sender back`()
        async throws
      {
        let size = 256 << 20
        let peer = try BreakingPeer.playing { _ in
          [.head(status: 200, fields: HeaderFields()), .fill(size), .end]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
          let count = try await transport.perform(request, body: .none, limits: .generous) {
            _, body in
            // Whatever sockets and we hold is full by then.
            try await Task.sleep(for: .milliseconds(300))
            #expect(peer.bytesSent < 20 << 20)
            var count = 0
            var buffer: [UInt8] = []
            while try await body.next(into: &buffer) {
              #expect(buffer.count <= 600 << 10)
              count += buffer.count
              buffer.removeAll(keepingCapacity: true)
            }
            return count
          }
          #expect(count == size)
        }
      }

      @Test(.timeLimit(.minutes(1))) func `a slow reader gets every byte in order`() async throws {
        let piece = (0..<251).map { UInt8($0) }
        let peer = try BreakingPeer { _ in
          [
            .text("HTTP/1.1 200 OK\r\nContent-Length: \(251 * 20_000)\r\n\r\n"),
            .repeated(piece, times: 20_000), .act(.cut),
          ]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
          try await transport.perform(request, body: .none, limits: .generous) { _, body in
            var next = 0
            var isRight = true
            var buffer: [UInt8] = []
            while try await body.next(into: &buffer) {
              for byte in buffer {
                isRight = isRight && byte == piece[next]
                next = next == 250 ? 0 : next + 1
              }
              buffer.removeAll()
              try await Task.sleep(for: .milliseconds(5))
            }
            #expect(isRight)
            #expect(body.expectedLength == 0)
          }
        }
      }

      @Test func `a compressed body arrives decompressed, without a length`() async throws {
        let text = Array("{\"a\": \(String(repeating: "b", count: 500))}".utf8)
        let zipped = Gzip.stored(text)
        let peer = try BreakingPeer { _ in
          [
            .text(
              "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(zipped.count)\r\n\r\n"
            ),
            .bytes(zipped), .act(.cut),
          ]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let answer = try await transport.fetch(peer.url())
          #expect(answer.bytes == text)
          #expect(answer.expectedLength == nil)
          #expect(answer.metrics.bytesReceived == zipped.count)
          let request = try #require(peer.requests.first)
          #expect(request.values(of: .acceptEncoding).first?.contains("gzip") == true)
        }
      }

      @Test(.timeLimit(.minutes(1)), arguments: [true, false])
      func `a body that grows beyond measure is refused`(_ isChunked: Bool) async throws {
        let bomb = Gzip.bomb(bytes: 512 << 20)
        #expect(bomb.count < 4 << 20)
        let peer = try BreakingPeer { _ in
          [
            .text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n"),
            .text(
              isChunked
                ? "Transfer-Encoding: chunked\r\n\r\n\(String(bomb.count, radix: 16))\r\n"
                : "Content-Length: \(bomb.count)\r\n\r\n"), .bytes(bomb), .act(.hold),
          ]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let failure = await transport.failure(peer.url())
          #expect(failure?.kind == .bodyTooLarge)
          var limits = TransportLimits.generous
          limits.maximumExpansion = 1000
          let request = TransportRequest(method: .get, url: peer.url(), isRepeatable: true)
          let isRead = try await transport.perform(request, body: .none, limits: limits) {
            _, body in
            var buffer: [UInt8] = []
            var count = 0
            while count < 8 << 20, try await body.next(into: &buffer) {
              count += buffer.count
              buffer.removeAll()
            }
            return count >= 8 << 20
          }
          #expect(isRead)
        }
      }

      @Test func `an answer without a body says so`() async throws {
        let peer = try BreakingPeer { request in
          request.method == "HEAD"
            ? [.text("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n"), .act(.end)]
            : [
              .text("HTTP/1.1 \(request.target.dropFirst()) X\r\nContent-Length: 50\r\n\r\n"),
              .act(.end),
            ]
        }
        defer { peer.stop() }
        try await withTransport { transport in
          let head = try await transport.fetch(peer.url(), .head)
          #expect(head.expectedLength == 0 && head.bytes.isEmpty)
          #expect(head.headers[.contentLength] == "50")
          let unchanged = try await transport.fetch(peer.url("/304"))
          #expect(unchanged.expectedLength == 0 && unchanged.bytes.isEmpty)
        }
      }
    }
  }

  /// Just enough of RFC 1951 and RFC 1952 to make what a test needs.
  enum Gzip {
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    /// Bytes in one stored block; at most 65,535.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
      let count = UInt16(bytes.count)
      let size = [UInt8(count & 255), UInt8(count >> 8)]
      return head + [1] + size + size.map { ~$0 } + bytes + little(checksum(bytes))
        + little(UInt32(count))
    }

    /// The beginning of a stream of zeros, 158 times smaller than what becomes of it.
    static func bomb(bytes: Int) -> [UInt8] {
      var result = head
      var bits: UInt32 = 0
      var count: UInt32 = 0
      func put(_ value: UInt32, _ length: UInt32) {
        bits |= value << count
        count += length
        while count >= 8 {
          result.append(UInt8(bits & 255))
          bits >>= 8
          count -= 8
        }
      }
      // Last block, fixed codes; a literal 0; then "258 bytes from one back" (code 285, distance 0).
      put(0b011, 3)
      put(0b0000_1100, 8)
      for _ in 0..<(bytes / 258) {
        put(0b1010_0011, 8)
        put(0, 5)
      }
      return result
    }

    private static func little(_ value: UInt32) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
      ~bytes.reduce(~0) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
          value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
        }
      }
    }
  }
#endif
