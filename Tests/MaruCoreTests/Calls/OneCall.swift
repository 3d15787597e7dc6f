import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting

/// A client in a world of its own, and a server that plays one script after the other.
final class OneCall: Sendable {
  let world: SimulatedWorld
  let transport: FakeTransport
  let client: MaruClient
  let recent = RecentCalls()
  let counters = CallCounters()

  /// - Parameter answers: what the server does with the first request, the second, and so on; the
  ///   last is repeated.
  init(
    _ answers: [[ServerAct]], seed: UInt64 = 1, faults: NetworkFaults = .none,
    credentials: (any CredentialProvider)? = Keyring(),
    configure: (inout MaruClient.Configuration) -> Void = { _ in }
  ) throws {
    let world = SimulatedWorld(seed: seed)
    self.world = world
    let left = Locked(answers)
    transport = FakeTransport(clock: world.clock, random: world.random, faults: faults) { _ in
      left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? [.hold] }
    }
    var configuration = try MaruClient.Configuration(
      baseURL: URL(string: "https://api.example.com/mobile/")!)  // A constant that is an address.
    configure(&configuration)
    client = try MaruClient(
      configuration, transport: transport, ownership: .client, credentials: credentials,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world),
      observers: [recent, counters])
  }

  /// Runs something with the client, to the end.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (MaruClient) async throws -> Value
  ) throws -> Value {
    let result = Locked<Result<Value, any Error>?>(nil)
    try world.run { [self] in
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await body(client))
      } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
    }
    guard let outcome = result.withLock({ $0 }) else {
      throw SimulationFailure(seed: world.seed, problem: "it did not end")
    }
    return try outcome.get()
  }

  /// Sends one endpoint and returns the error that it fails with; nil if it does not.
  func failure<Value>(of endpoint: Endpoint<Value>) throws -> CallError? {
    do {
      _ = try run { try await $0.send(endpoint) }
      return nil
    } catch let error as CallError {
      return error
    }
  }
}

/// What JSON endpoints answer with here.
struct Thing: Codable, Sendable, Equatable {
  var name: String
  static let json = Array(#"{"name":"마루","more":true}"#.utf8)
}

/// Bearer tokens that are numbered, each refused one being followed by the next.
final class Keyring: CredentialProvider {
  private let state = Locked(UInt64(1))

  func readyCredential() -> Credential? { try? .bearer("token-1", generation: 1) }

  func credential() async throws -> Credential? {
    let generation = state.withLock { $0 }
    return try .bearer("token-\(generation)", generation: generation)
  }

  func invalidate(_ credential: Credential) async {
    state.withLock { if $0 == credential.generation { $0 += 1 } }
  }
}

extension ServerAct {
  /// A JSON answer with fields of its own.
  static func json(_ fields: [(HeaderName, String)], status: Int = 200) -> [ServerAct] {
    json(Thing.json, status: status, fields)
  }

  /// A JSON answer.
  static func json(
    _ body: [UInt8] = Thing.json, status: Int = 200, type: String = "application/json",
    _ fields: [(HeaderName, String)] = []
  ) -> [ServerAct] {
    response(status, [(.contentType, type)] + fields, body: body)
  }
}
