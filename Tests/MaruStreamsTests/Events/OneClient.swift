import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruStreams
import MaruSystem
import MaruTesting

/// A client in a world of its own, and a server that answers as a function says.
final class OneClient: Sendable {
  let world: SimulatedWorld
  let transport: FakeTransport
  let client: MaruClient

  /// - Parameter server: gets the request and how many came before it.
  init(
    seed: UInt64 = 1, credentials: (any CredentialProvider)? = nil,
    server: @escaping @Sendable (FakeRequest, Int) -> [ServerAct]
  ) throws {
    let world = SimulatedWorld(seed: seed)
    self.world = world
    let count = Locked(0)
    transport = FakeTransport(clock: world.clock, random: world.random) { request in
      let number = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return server(request, number)
    }
    client = try MaruClient(
      try MaruClient.Configuration(
        baseURL: URL(string: "https://api.example.com/mobile")!),  // A constant that is an address.
      transport: transport, ownership: .client, credentials: credentials,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
  }

  /// Runs something with the client, to the end.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (OneClient) async throws -> Value
  ) throws -> Value {
    try world.run { [self] in try await body(self) }
  }
}

extension OneClient {
  /// What a loop over a stream has come to.
  struct Read<Event: Sendable>: Sendable {
    var events: [Event] = []
    var error: CallError?
    var wasCancelled = false
  }

  static func read<Event>(_ stream: EventStream<Event>, most: Int = .max) async -> Read<Event> {
    var read = Read<Event>()
    do {
      for try await event in stream {
        read.events.append(event)
        if read.events.count == most { break }
      }
    } catch let error as CallError {
      read.error = error
    } catch {
      read.wasCancelled = error is CancellationError
    }
    return read
  }
}

extension Endpoint where Value == Void {
  /// Where the events of these tests come from.
  static var numbers: Endpoint { .events("/v1/numbers", credential: .none) }
}

extension ServerAct {
  /// A response of events, without an end.
  static func events(_ text: String...) -> [ServerAct] {
    var fields = HeaderFields()
    try? fields.append("text/event-stream", for: .contentType)
    return [.head(status: 200, fields: fields)] + text.map { .body(Array($0.utf8)) }
  }

  /// A JSON answer.
  static func json(_ text: String, _ fields: [(HeaderName, String)] = []) -> [ServerAct] {
    response(200, [(.contentType, "application/json")] + fields, body: Array(text.utf8))
  }
}
