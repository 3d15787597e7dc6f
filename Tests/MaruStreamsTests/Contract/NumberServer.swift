import Foundation
import Maru
import MaruStreams
import MaruSystem
import MaruTesting

/// A server of numbered events and a client of it: on a fake network or over sockets.
struct NumberServer: Sendable {
  /// How its client asks.
  enum Carrier: Sendable { case serverSentEvents, polling }

  let client: MaruClient
  let openConnections: @Sendable () -> Int
  let stop: @Sendable () async -> Void

  /// A server on the fake network of a world, which takes its time and tears bodies into pieces.
  static func fake(
    _ world: SimulatedWorld, _ carrier: Carrier, _ script: @escaping StreamSourceContract.Script
  ) throws -> NumberServer {
    var faults = NetworkFaults.none
    if world.seed % 2 == 1 { (faults.latency, faults.split) = (0...5, 50) }
    let transport = FakeTransport(clock: world.clock, random: world.random, faults: faults) {
      acts(carrier, script, url: $0.url.string, lastID: $0.headers["Last-Event-ID"])
    }
    let client = try MaruClient(
      try MaruClient.Configuration(
        baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: transport, ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
    return NumberServer(
      client: client, openConnections: { transport.openCount },
      stop: { await client.shutdown(.cancelling) })
  }

  /// A server of sockets.
  static func sockets(
    _ carrier: Carrier, _ script: @escaping StreamSourceContract.Script
  ) throws -> NumberServer {
    let peer = try BreakingPeer.playing {
      acts(carrier, script, url: $0.target, lastID: $0.values(of: "Last-Event-ID").first)
    }
    let client = try MaruClient(
      try MaruClient.Configuration(
        // A constant that is an address.
        baseURL: URL(string: "http://127.0.0.1:\(peer.port)")!,
        plainHTTP: .allowedToLoopback),
      transport: .standard, credentials: nil)
    return NumberServer(
      client: client,
      // A kept connection that nobody waits on is no stream's.
      openConnections: { peer.requestsInFlight },
      stop: {
        await client.shutdown(.cancelling)
        peer.stop()
      })
  }

  private static func acts(
    _ carrier: Carrier, _ script: StreamSourceContract.Script, url: String, lastID: String?
  ) -> [ServerAct] {
    switch carrier {
    case .serverSentEvents: return NumberEvents.sse(script(lastID.flatMap { Int($0) } ?? 0))
    case .polling:
      let after = url.split(separator: "=", omittingEmptySubsequences: false).last
      return NumberEvents.page(script(after.flatMap { Int($0) } ?? 0))
    }
  }

  func stream(_ carrier: Carrier, _ options: EventStreamOptions) -> EventStream<StreamSourceEvent> {
    switch carrier {
    case .serverSentEvents:
      client.events(
        .events("/v1/numbers", credential: .none), as: NumberEvents.kinds, options: options)
    case .polling:
      client.events(
        pollingEvery: .milliseconds(100), options: options, NumberEvents.endpoint,
        events: NumberEvents.events)
    }
  }

  /// The server as a place of the contract's.
  func place(_ carrier: Carrier, baseDelay: Duration) -> StreamPlace {
    StreamPlace(
      open: { terms in
        var options = EventStreamOptions(terms)
        options.reconnect.baseDelay = baseDelay
        options.reconnect.maximumDelay = baseDelay * 4
        return StreamSource(stream(carrier, options))
      }, openConnections: openConnections, remove: stop)
  }
}
