import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting

/// A client in a world of its own, and a server that gives one answer.
struct OneAnswer {
  let world = SimulatedWorld(seed: 1)
  let transport: FakeTransport
  let client: MaruClient

  init(_ body: [UInt8], as type: String? = "application/xml", status: Int = 200) throws {
    let acts = ServerAct.response(
      status, type.map { [(.contentType, $0)] } ?? [], body: body)
    transport = FakeTransport(clock: world.clock, random: world.random) { _ in acts }
    var configuration = try MaruClient.Configuration(
      baseURL: URL(string: "https://api.example.com/")!)  // A constant that is an address.
    configuration.limits.maximumResponseBytes = 4096
    client = try MaruClient(
      configuration, transport: transport, ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
  }

  init(_ text: String, as type: String? = "application/xml", status: Int = 200) throws {
    try self.init(Array(text.utf8), as: type, status: status)
  }

  /// Sends an endpoint, without a credential.
  func send<Value: Sendable>(_ endpoint: Endpoint<Value>) throws -> Value {
    let outcome = Locked<Result<Value, any Error>?>(nil)
    var endpoint = endpoint
    endpoint.credential = .none
    try world.run { [client, endpoint] in
      let result: Result<Value, any Error>
      do {
        result = .success(try await client.send(endpoint))
      } catch {
        result = .failure(error)
      }
      outcome.withLock { $0 = result }
    }
    guard let result = outcome.withLock({ $0 }) else {
      throw SimulationFailure(seed: world.seed, problem: "it did not end")
    }
    return try result.get()
  }

  /// The error that an endpoint fails with; nil if it does not.
  func failure<Value: Sendable>(of endpoint: Endpoint<Value>) throws -> CallError? {
    do {
      _ = try send(endpoint)
      return nil
    } catch let error as CallError {
      return error
    }
  }
}
