import MaruContract
import MaruCore
import MaruHTTP
import MaruStreams
import MaruSystem
import MaruTesting
import Testing

@Suite struct EventStreamTests {
  private static let gone = ServerAct.response(204)

  @Test func `it goes on behind the last event, and 204 ends it`() throws {
    let one = try OneClient { _, number in
      switch number {
      case 0: ServerAct.events("id: a\ndata: 1\n\n", "id: b\ndata: 2\n\nid: c\ndata: half") + [.cut]
      case 1: ServerAct.events("data: 3\n\n") + [.end]
      default: Self.gone
      }
    }
    let read = try one.run { await OneClient.read($0.client.events(.numbers)) }
    #expect(read.events.map(\.data) == ["1", "2", "3"])
    #expect(read.error == nil)
    #expect(one.transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, "b", "b"])
    #expect(one.transport.requests[0].headers[.accept] == "text/event-stream")
  }

  @Test func `a clean end can be the end`() throws {
    let one = try OneClient { _, _ in ServerAct.events("data: 1\n\n") + [.end] }
    var options = EventStreamOptions()
    options.whenEnded = .finish
    let read = try one.run { [options] in
      await OneClient.read($0.client.events(.numbers, options: options))
    }
    #expect(read.events.count == 1)
    #expect(one.transport.performCount == 1)
  }

  @Test(arguments: [
    (400, CallError.Code.invalidRequest), (403, .forbidden), (404, .notFound),
    (201, .malformedResponse), (426, .upgradeRequired),
  ])
  func `what will not pass ends it at once`(status: Int, code: CallError.Code) throws {
    let one = try OneClient { _, _ in
      ServerAct.response(status, [(.contentType, "text/event-stream"), (.retryAfter, "1")])
    }
    let read = try one.run { await OneClient.read($0.client.events(.numbers)) }
    #expect(read.error?.code == code)
    #expect(one.transport.performCount == 1)
  }

  @Test func `another content type is no stream`() throws {
    let one = try OneClient { _, _ in
      ServerAct.response(200, [(.contentType, "text/html")], body: Array("data: 1\n\n".utf8))
    }
    let read = try one.run { await OneClient.read($0.client.events(.numbers)) }
    #expect(read.error?.code == .unexpectedContent)
    #expect(read.events.isEmpty)
  }

  @Test func `a 401 asks for one other credential in each connection`() throws {
    let one = try OneClient(credentials: Numbered()) { request, number in
      let token = request.headers[.authorization]
      switch number {
      case 0, 3: return ServerAct.response(401)
      case 1: return ServerAct.events("id: 1\ndata: \(token ?? "")\n\n") + [.cut]
      case 2: return ServerAct.response(503)
      case 4: return ServerAct.events("id: 2\ndata: \(token ?? "")\n\n") + [.cut]
      default: return ServerAct.response(401)
      }
    }
    let read = try one.run { await OneClient.read($0.client.events(.events("/v1/numbers"))) }
    #expect(read.events.map(\.data) == ["Bearer token-2", "Bearer token-3"])
    #expect(read.error?.code == .credentialRefused)
    // The last connection: refused, once more with another, and then no more.
    #expect(one.transport.performCount == 7)
  }

  @Test func `kinds that the app does not know are kept`() throws {
    let one = try OneClient { _, number in
      number == 0
        ? ServerAct.events(
          "event: added\ndata: {\"name\":\"집\"}\n\n", "event: moved\ndata: x\n\n", "data: y\n\n")
          + [.cut] : Self.gone
    }
    struct Thing: Decodable, Sendable { var name: String }
    let kinds = EventKinds<String>(unknown: { "unknown \($0.type)" })
      .kind("added", Thing.self) { "added \($0.name)" }
    let read = try one.run { await OneClient.read($0.client.events(.numbers, as: kinds)) }
    #expect(read.events == ["added 집", "unknown moved", "unknown message"])
  }

  @Test func `data that can't be read ends it, or becomes what the app says`() throws {
    @Sendable func server(_ request: FakeRequest, _ number: Int) -> [ServerAct] {
      number == 0
        ? ServerAct.events("event: n\ndata: 1\n\nevent: n\ndata: no number, but secret\n\n") + [
          .cut
        ]
        : Self.gone
    }
    let strict = EventKinds<Int>(unknown: { _ in 0 }).kind("n", Int.self) { $0 }
    let read = try OneClient(server: server).run {
      await OneClient.read($0.client.events(.numbers, as: strict))
    }
    #expect(read.events == [1])
    #expect(read.error?.code == .undecodable)
    #expect(read.error.map { "\($0)".contains("secret") } == false)

    let lenient = EventKinds<Int>(unknown: { _ in 0 }, undecodable: { _ in -1 })
      .kind("n", Int.self) { $0 }
    let all = try OneClient(server: server).run {
      await OneClient.read($0.client.events(.numbers, as: lenient))
    }
    #expect(all.events == [1, -1])
    #expect(all.error == nil)
  }

  @Test func `an event that is too large ends it after those before it`() throws {
    var options = EventStreamOptions()
    options.limits = EventParserLimits(maximumLineBytes: 20, maximumEventBytes: 20)
    let one = try OneClient { _, _ in
      ServerAct.events("data: 1\n\ndata: \(String(repeating: "x", count: 30))\n\n") + [.hold]
    }
    let read = try one.run { [options] in
      await OneClient.read($0.client.events(.numbers, options: options))
    }
    #expect(read.events.map(\.data) == ["1"])
    #expect(read.error?.code == .bodyTooLarge)
    #expect(one.transport.openCount == 0)
  }

  @Test func `a silent connection is given up, and a comment keeps it`() throws {
    let one = try OneClient { _, number in
      number == 0
        ? ServerAct.events("id: 1\ndata: 1\n\n") + [
          .pause(.seconds(50)), .body(EventSerializer.heartbeat), .pause(.seconds(50)),
          .body(EventSerializer.heartbeat), .hold,
        ] : Self.gone
    }
    let end = try one.run {
      _ = await OneClient.read($0.client.events(.numbers))
      return $0.world.clock.now()
    }
    // Twice fifty seconds, the limit of sixty, and a wait of one at most.
    #expect((160.0...161.0).contains(Double(end.nanoseconds) / 1e9))
  }

  @Test func `a retry that the server asks for holds for every later connection`() throws {
    let times = Locked<[Int64]>([])
    let one = try OneClient { request, number in
      times.withLock { $0.append(request.time.nanoseconds) }
      return switch number {
      case 0: ServerAct.events("retry: 7000\n\n") + [.cut]
      case 1: ServerAct.events("data: 1\n\n") + [.cut]
      default: Self.gone
      }
    }
    _ = try one.run { await OneClient.read($0.client.events(.numbers)) }
    let waits = times.withLock { zip($0.dropFirst(), $0).map { Double($0 - $1) / 1e9 } }
    #expect(waits.count == 2)
    #expect((7.0...8.0).contains(waits[0]))
    #expect((7.0...9.0).contains(waits[1]))
  }

  @Test func `its states are told beside it`() throws {
    let one = try OneClient { _, number in
      number == 0 ? ServerAct.events("data: 1\n\n") + [.cut] : Self.gone
    }
    let states = try one.run { one in
      let stream = one.client.events(.numbers)
      let states = stream.states
      var iterator = states.makeAsyncIterator()
      _ = await OneClient.read(stream)
      var told: [ConnectionState] = []
      while let state = await iterator.next() {
        told.append(state)
        if case .ended = state { break }
      }
      return told
    }
    #expect(states.count == 5)
    #expect(states.prefix(2) == [.connecting, .open])
    guard case .waiting(_, let error) = states[2] else {
      Issue.record("expected a wait, found \(states[2])")
      return
    }
    #expect(error?.code == .connectionLost)
    #expect(states.suffix(2) == [.connecting, .ended(nil)])
  }

  @Test(arguments: [ShutdownMode.finishing, .cancelling])
  func `a shutdown ends a stream that has no end`(mode: ShutdownMode) throws {
    let one = try OneClient { _, _ in ServerAct.events("data: 1\n\n") + [.hold] }
    let read = try one.run { one in
      var options = EventStreamOptions()
      options.idle = nil
      let stream = one.client.events(.numbers, options: options)
      async let read = OneClient.read(stream)
      try await one.world.sleep(for: .seconds(5))
      await one.client.shutdown(mode)
      return await read
    }
    #expect(read.error?.code == .shutDown)
    #expect(one.world.clock.now().nanoseconds == 5_000_000_000)
  }

  @Test func `readers have connections of their own unless they share one`() throws {
    let one = try OneClient { _, _ in ServerAct.events("data: 1\n\ndata: 2\n\n") + [.hold] }
    let stream = one.client.events(.numbers)
    _ = try one.run { _ in
      async let first = OneClient.read(stream, most: 2)
      async let second = OneClient.read(stream, most: 2)
      return await [first, second]
    }
    #expect(one.transport.performCount == 2)

    let other = try OneClient { _, _ in
      ServerAct.events("data: 1\n\ndata: 2\n\n") + [
        .pause(.seconds(2)), .body(Array("data: 3\n\n".utf8)), .hold,
      ]
    }
    let read = try other.run { one in
      let shared = one.client.events(.numbers).shared(replay: 1)
      @Sendable func read(_ most: Int) async -> [String] {
        var read: [String] = []
        do {
          for try await event in shared {
            read.append(event.data)
            if read.count == most { break }
          }
        } catch { read.append("\(error)") }
        return read
      }
      async let first = read(3)
      try await one.world.sleep(for: .seconds(1))
      async let second = read(2)
      return await [first, second, ["\(shared.readerCount)"]]
    }
    #expect(read == [["1", "2", "3"], ["2", "3"], ["0"]])
    #expect(other.transport.performCount == 1)
    #expect(other.transport.openCount == 0)
    #expect(other.world.clock.now().nanoseconds == 2_000_000_000)
  }

  @Test func `it gives up after so many failures in a row if it is told to`() throws {
    let one = try OneClient { _, _ in ServerAct.response(500) }
    var options = EventStreamOptions()
    options.reconnect.maximumFailures = 3
    let read = try one.run { [options] in
      await OneClient.read($0.client.events(.numbers, options: options))
    }
    #expect(read.error?.code == .serverFailed)
    #expect(one.transport.performCount == 4)
  }

  @Test func `an id that can't be sent back ends it`() throws {
    let one = try OneClient { _, _ in ServerAct.events("id: a\u{1}b\ndata: 1\n\n") + [.cut] }
    let read = try one.run { await OneClient.read($0.client.events(.numbers)) }
    #expect(read.events.count == 1)
    #expect(read.error?.code == .malformedResponse)
  }

  @Test func `what is dropped is counted`() throws {
    let one = try OneClient { _, number in
      number == 0
        ? ServerAct.events("data: 1\n\ndata: 2\n\ndata: 3\n\ndata: 4\n\n") + [.cut] : Self.gone
    }
    var options = EventStreamOptions()
    options.buffer = .newest(1)
    let (read, dropped) = try one.run { [options] one in
      let stream = one.client.events(.numbers, options: options)
      var read: [String] = []
      for try await event in stream {
        read.append(event.data)
        try await one.world.sleep(for: .seconds(1))
      }
      return (read, stream.droppedEvents)
    }
    #expect(read.last == "4")
    #expect(read.count + dropped == 4)
    #expect(dropped > 0)
  }
}

/// Bearer tokens that are numbered, each refused one being followed by the next.
private final class Numbered: CredentialProvider {
  private let generation = Locked(UInt64(1))

  func credential() async throws -> Credential? {
    let number = generation.withLock { $0 }
    return try .bearer("token-\(number)", generation: number)
  }

  func invalidate(_ credential: Credential) async {
    generation.withLock { if $0 == credential.generation { $0 += 1 } }
  }
}
