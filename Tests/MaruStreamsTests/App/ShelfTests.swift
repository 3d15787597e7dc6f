import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruStreams
import MaruTesting
import Testing

/// The same app over each carrier, with a server that loses the connection again and again.
@Suite struct ShelfTests {
  enum Carrier: CaseIterable, Sendable { case serverSentEvents, webSocket, polling }

  /// What happens, each with its number from 1 as its id.
  static let history: [(kind: String, thing: String)] = [
    ("put", "책"), ("put", "cup"), ("moved", "cup"), ("put", "lamp"), ("taken", "cup"),
    ("put", "a\nb"), ("taken", "lamp"), ("put", "vase"), ("lit", "vase"), ("put", "the end"),
  ]

  private struct Item: Codable, Sendable {
    var id: String
    var kind: String
    var thing: String

    init(number: Int) {
      id = "\(number)"
      (kind, thing) = history[number - 1]
    }
  }

  /// The events behind a position, as far as this connection lives: drawn.
  private static func connection(
    _ position: Int, _ random: SeededRandom
  ) -> (items: [Item], isLost: Bool) {
    let isLost = random.happens(percent: 60)
    let count = min(history.count - position, random.integer(in: 0...3))
    guard count > 0 else { return ([], isLost) }
    return ((position + 1...position + count).map { Item(number: $0) }, isLost)
  }

  private static func changes(
    over carrier: Carrier, in world: SimulatedWorld
  ) throws -> EventStream<Shelf.Change> {
    switch carrier {
    case .serverSentEvents:
      return try client(in: world) { request in
        let (items, isLost) = connection(position(request.headers["Last-Event-ID"]), world.random)
        var acts = ServerAct.events("")
        for item in items {
          let bytes = try? EventSerializer.bytes(type: item.kind, data: item.thing, id: item.id)
          acts.append(.body(bytes ?? []))
        }
        return acts + (isLost ? [.body(Array("data: ha".utf8)), .cut] : [.end])
      }.events(.numbers, as: Shelf.kinds)
    case .polling:
      let client = try client(in: world) { request in
        let after = request.url.string.split(separator: "=").last.map(String.init)
        let (items, isLost) = connection(position(after), world.random)
        let body = (try? JSONEncoder().encode(items)).map { Array($0) } ?? []
        let whole = ServerAct.response(200, [(.contentType, "application/json")], body: body)
        return isLost ? [whole[0], .cut] : whole
      }
      return client.events(pollingEvery: .seconds(1)) { position in
        Endpoint<[Item]>.get("/v1/shelf", query: ["after": position], credential: .none)
      } events: { items in
        try items.map { item in
          let event = ServerSentEvent(type: item.kind, data: item.thing, id: item.id)
          return PolledEvent(try Shelf.kinds.event(of: event), id: item.id)
        }
      }
    case .webSocket:
      let sockets = FakeWebSockets(clock: world.clock) { _ in
        .listen { message in
          guard case .text(let text) = message else { return [.close(.unsupportedData)] }
          let (items, isLost) = connection(position(text), world.random)
          let sent = items.compactMap { try? JSONEncoder().encode($0) }.map {
            WebSocketAct.send(.data(Array($0)))
          }
          return sent + [isLost ? .lose : .close(.normal)]
        }
      }
      let source = WebSocketSource(
        to: { _ in WebSocketRequest(try RequestURL("https://api.example.com/v1/shelf")) },
        credentials: nil
      ) { message in
        guard case .data(let bytes) = message else { return nil }
        let item = try JSONDecoder().decode(Item.self, from: Data(bytes))
        return ServerSentEvent(type: item.kind, data: item.thing, id: item.id)
      } resume: {
        .text($0)
      }
      return OnlyTime(world: world).events(over: sockets, from: source, as: Shelf.kinds)
    }
  }

  private static func position(_ text: String?) -> Int { text.flatMap { Int($0) } ?? 0 }

  private static func client(
    in world: SimulatedWorld, server: @escaping FakeTransport.Server
  ) throws -> MaruClient {
    try MaruClient(
      try MaruClient.Configuration(
        baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: FakeTransport(clock: world.clock, random: world.random, server: server),
      ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
  }

  @Test(arguments: Carrier.allCases)
  func `the app does not see which carrier brings its events`(carrier: Carrier) throws {
    try explore(seeds: 0..<200) { world in
      let shelf = Shelf()
      let seen = try world.run {
        try await shelf.follow(Self.changes(over: carrier, in: world))
        return (await shelf.things, await shelf.unknownCount)
      }
      guard seen == (["책", "a\nb", "vase", "the end"], 2) else {
        throw SimulationFailure(seed: world.seed, problem: "found \(seen)")
      }
    }
  }
}
