#if os(Linux)
  import Foundation
  import Maru
  import MaruStreams
  import MaruSystem
  import MaruTesting
  import Testing

  @Suite(.serialized, .enabled(if: ChildTransfer.role == nil)) struct `Streams over a socket` {
    /// Time of the machine's that counts who sleeps.
    private final class CountedClock: MonotonicClock {
      private let base = SystemClock()
      private let sleepers = Locked(0)
      var sleeping: Int { sleepers.withLock { $0 } }

      func now() -> MonotonicInstant { base.now() }

      func sleep(until deadline: MonotonicInstant) async throws {
        sleepers.withLock { $0 += 1 }
        defer { sleepers.withLock { $0 -= 1 } }
        try await base.sleep(until: deadline)
      }
    }

    /// Lives as long as something of one stream does.
    private final class Witness: Sendable {
      let living: Locked<Int>
      init(_ living: Locked<Int>) {
        self.living = living
        living.withLock { $0 += 1 }
      }
      deinit { living.withLock { $0 -= 1 } }
    }

    /// This process's sockets that lead to a port; other tests' descriptors are their own affair.
    private static func sockets(to port: some BinaryInteger) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        .count { file in
          var address = sockaddr_in()
          var length = socklen_t(MemoryLayout<sockaddr_in>.size)
          let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(file, $0, &length) }
          }
          return status == 0 && address.sin_family == sa_family_t(AF_INET)
            && UInt16(bigEndian: address.sin_port) == UInt16(port)
        }
    }

    private static func become(
      within rounds: Int = 3_000, _ condition: () throws -> Bool
    ) async throws -> Bool {
      for _ in 0..<rounds {
        if try condition() { return true }
        try await SystemClock().sleep(
          until: SystemClock().now().advanced(by: .milliseconds(10)))
      }
      return try condition()
    }

    @Test(.timeLimit(.minutes(5)))
    func `a thousand readers that come and go leave nothing`() async throws {
      let peer = try BreakingPeer { request in
        var fields = HeaderFields()
        try? fields.append("text/event-stream", for: .contentType)
        let event = Array("id: 1\ndata: 집\n\n".utf8)
        let chunk = Array("\(String(event.count, radix: 16))\r\n".utf8) + event + Array("\r\n".utf8)
        // A third is held silent, a third goes on for ever, and a third is cut and comes back.
        return switch request.target.utf8.last.map({ $0 % 3 }) {
        case 0: [.act(.head(status: 200, fields: fields)), .act(.body(event)), .act(.hold)]
        case 1:
          [.act(.head(status: 200, fields: fields)), .endless(chunk, every: .milliseconds(1))]
        default: [.act(.head(status: 200, fields: fields)), .act(.body(event)), .act(.cut)]
        }
      }
      defer { peer.stop() }
      let clock = CountedClock()
      let client = try MaruClient(
        MaruClient.Configuration(
          baseURL: #require(URL(string: "http://127.0.0.1:\(peer.port)")),
          plainHTTP: .allowedToLoopback),
        transport: .standard, credentials: nil)
      let living = Locked(0)

      func round(_ consumers: Range<Int>) async {
        await withTaskGroup(of: Void.self) { group in
          for number in consumers {
            group.addTask {
              await Self.consume(
                number, Counted(client: client, clock: clock, witness: Witness(living)))
            }
          }
        }
      }

      // What the first round leaves is what the transport keeps for its life.
      let held = Task {
        for try await _ in client.events(.events("/0", credential: .none)) {}
      }
      #expect(await peer.reaches { $0.open == 1 })
      #expect(try Self.sockets(to: peer.port) == 1, "sockets are not counted")
      held.cancel()
      _ = await held.result

      await round(0..<30)
      #expect(try await Self.become { client.runningCalls == 0 && peer.connectionsOpen == 0 })
      let before = try Self.sockets(to: peer.port)
      for start in stride(from: 0, to: 1_000, by: 40) { await round(start..<start + 40) }
      #expect(try await Self.become { living.withLock { $0 } == 0 }, "a task or a stream is left")
      #expect(try await Self.become { client.runningCalls == 0 })
      #expect(try await Self.become { clock.sleeping == 0 }, "a timer is left")
      #expect(await peer.reaches { $0.open == 0 }, "a connection is left")
      #expect(
        try await Self.become { try Self.sockets(to: peer.port) <= before },
        "more descriptors than the \(before) before")
      // Who is cancelled at once may never have connected.
      #expect(peer.connectionsAccepted >= 500)
      await client.shutdown(.finishing)
      #expect(try Self.sockets(to: peer.port) == 0)
    }

    /// A client whose streams wait by a clock that counts, and hold a witness.
    private struct Counted: ResponseOpening {
      let client: MaruClient
      let clock: CountedClock
      let witness: Witness

      var timeAndChance: TimeAndChance { TimeAndChance(clock: clock, random: SystemRandom()) }

      func response<Value: Sendable>(
        to endpoint: Endpoint<Value>, context: CallContext
      ) async throws -> CallResponse<Value> {
        try await client.response(to: endpoint, context: context)
      }

      func response<Value: Sendable>(
        to endpoint: Endpoint<Value>, unlessStill version: EntityTag, context: CallContext
      ) async throws -> CallResponse<Value>? {
        try await client.response(to: endpoint, unlessStill: version, context: context)
      }

      func open(
        _ endpoint: Endpoint<Void>, terms: OpeningTerms, context: CallContext,
        receive: @escaping @Sendable (TransportResponse, any TransportBody) async throws -> Void
      ) async throws -> OpeningEnd {
        try await client.open(endpoint, terms: terms, context: context, receive: receive)
      }
    }

    /// Reads one to three events and leaves, in one way or the other.
    private static func consume(_ number: Int, _ client: Counted) async {
      var options = EventStreamOptions()
      options.reconnect.baseDelay = .milliseconds(20)
      options.buffer = .suspend(1 + number % 3)
      let stream = client.events(.events("/\(number % 10)", credential: .none), options: options)
      let task = Task {
        var count = 0
        do {
          for try await _ in stream {
            count += 1
            // The silent third has one event, and is left by being cancelled.
            if number % 2 == 0 || count == 3 { break }
          }
        } catch {
          #expect(error is CancellationError)
        }
      }
      if number % 2 == 1 {
        try? await SystemClock().sleep(
          until: SystemClock().now().advanced(by: .milliseconds(number % 60)))
        task.cancel()
      }
      await task.value
    }
  }
#endif
