import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// Refreshing as it was measured on other clients, over the whole client and a fake network: how
/// often the token endpoint is asked, and how often the API.
@Suite struct RefreshTableTests {
  private static func get(_ number: Int) -> Endpoint<Thing> { .get("/thing/\(number)") }

  private static func sendMany(
    _ client: MaruClient, count: Int
  ) async -> [Result<Thing, any Error>] {
    await withTaskGroup(of: Result<Thing, any Error>.self) { group in
      for number in 0..<count {
        group.addTask {
          do { return .success(try await client.send(get(number))) } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  private static func codes(_ results: [Result<Thing, any Error>]) -> [CallError.Code?] {
    results.map { result in
      guard case .failure(let error) = result else { return nil }
      return (error as? CallError)?.code
    }
  }

  @Test(arguments: [0, 300])
  func `32 calls with a refused token cause one refresh`(spread: Int) throws {
    let one = try OneClient(accepted: 2, spread: spread)
    try one.run { client in
      try await one.signIn()
      let results = await Self.sendMany(client, count: 32)
      #expect(Self.codes(results) == Array(repeating: nil, count: 32))
    }
    #expect(one.refreshes == 1)
    #expect(one.sends == 64)
  }

  @Test func `a server that refuses every token is asked twice`() throws {
    let one = try OneClient(accepted: 99)
    try one.run { client in
      try await one.signIn()
      #expect(Self.codes(await Self.sendMany(client, count: 1)) == [.credentialRefused])
    }
    #expect(one.refreshes == 1)
    #expect(one.sends == 2)
  }

  @Test func `after a refused refresh nothing is sent until there are new credentials`() throws {
    let one = try OneClient(accepted: 2, refusesRefresh: true)
    try one.run { client in
      try await one.signIn()
      let first = await Self.sendMany(client, count: 32)
      #expect(Self.codes(first) == Array(repeating: .credentialRefused, count: 32))
      #expect(one.refreshes == 1)
      #expect(one.sends == 32)
      for _ in 0..<8 {
        #expect(Self.codes(await Self.sendMany(client, count: 1)) == [.credentialRefused])
      }
      #expect(one.refreshes == 1)
      #expect(one.sends == 32)
      try await one.signIn(with: 2)
      #expect(Self.codes(await Self.sendMany(client, count: 1)) == [nil])
    }
  }

  @Test func `32 calls with an expired token cause one refresh and no wasted send`() throws {
    let one = try OneClient(accepted: 2)
    try one.run { client in
      try await one.signIn(lifetime: .seconds(100))
      try await one.world.sleep(for: .seconds(100))
      let results = await Self.sendMany(client, count: 32)
      #expect(Self.codes(results) == Array(repeating: nil, count: 32))
    }
    #expect(one.refreshes == 1)
    #expect(one.sends == 32)
  }

  @Test func `the first waiter that is cancelled leaves at once, and the other eight are served`()
    throws
  {
    let one = try OneClient(accepted: 2)
    try one.run { client in
      try await one.signIn(lifetime: .seconds(100))
      try await one.world.sleep(for: .seconds(100))
      let first = Task(executorPreference: one.world) { try await client.send(Self.get(0)) }
      try await one.world.sleep(for: .milliseconds(10))
      async let others = Self.sendMany(client, count: 8)
      try await one.world.sleep(for: .milliseconds(10))
      let now = one.world.clock.now()
      first.cancel()
      let result = await first.result
      #expect(throws: CancellationError.self) { try result.get() }
      #expect(one.world.clock.now() == now)
      #expect(Self.codes(await others) == Array(repeating: nil, count: 8))
    }
    #expect(one.refreshes == 1)
    #expect(one.sends == 8)
  }

  @Test(arguments: [503, 429])
  func `what the server says about coming back is kept to`(status: Int) throws {
    let one = try OneClient(accepted: 1, busy: status)
    try one.run { client in
      try await one.signIn()
      #expect(Self.codes(await Self.sendMany(client, count: 1)) == [nil])
    }
    let times = one.api.requests.map(\.time)
    #expect(times.count == 2)
    #expect(times[0].duration(to: times[1]) >= .seconds(2))
  }
}

/// A client with a token session, an API that takes one access token, and a token endpoint.
final class OneClient: Sendable {
  let world: SimulatedWorld
  let api: FakeTransport
  let store: FakeSecretStore
  let session: TokenSession
  let client: MaruClient
  private let endpoint: FakeTransport

  /// - Parameters:
  ///   - accepted: the access token that the API takes is `access-N`; refreshes give 2, 3 and so
  ///     on.
  ///   - spread: how many milliseconds lie between the answers to the first and the last call.
  ///   - busy: what the API answers first, with `Retry-After: 2`.
  init(
    accepted: Int, spread: Int = 0, refusesRefresh: Bool = false, busy: Int? = nil
  ) throws {
    let world = SimulatedWorld(seed: 1)
    self.world = world
    let busy = Locked(busy)
    api = FakeTransport(clock: world.clock, random: world.random) { request in
      if let status = busy.withLock({ status in
        defer { status = nil }
        return status
      }) {
        return ServerAct.response(status, [(.retryAfter, "2")])
      }
      let isGood = request.headers[.authorization] == "Bearer access-\(accepted)"
      let number = Int(request.url.string.split(separator: "/").last ?? "") ?? 0
      let pause = ServerAct.pause(.milliseconds(20 + number * spread / 32))
      return [pause] + (isGood ? ServerAct.json() : ServerAct.response(401))
    }
    let asked = Locked(1)
    endpoint = FakeTransport(clock: world.clock, random: world.random) { _ in
      let number = asked.withLock { number in
        number += 1
        return number
      }
      let pause = ServerAct.pause(.milliseconds(50))
      let type: [(HeaderName, String)] = [(.contentType, "application/json")]
      if refusesRefresh {
        let body = Array(#"{"error":"invalid_grant"}"#.utf8)
        return [pause] + ServerAct.response(400, type, body: body)
      }
      let body = """
        {"access_token":"access-\(number)","token_type":"Bearer","expires_in":3600,
        "refresh_token":"refresh-\(number)"}
        """
      return [pause] + ServerAct.response(200, type, body: Array(body.utf8))
    }
    store = FakeSecretStore(clock: world.clock, random: world.random)
    session = TokenSession(
      account: nil, configuration: .init(recovery: .sendsAgain),
      refresher: try OAuthTokenRefresher(
        endpoint: URL(string: "https://id.example.com/token")!,  // A constant that is an address.
        clientID: "app", transport: endpoint, surroundings: world.surroundings),
      store: store, surroundings: world.surroundings)
    client = try MaruClient(
      .init(baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: api, ownership: .client, credentials: session, surroundings: world.surroundings)
  }

  /// How often the token endpoint was asked.
  var refreshes: Int { endpoint.requests.count }
  /// How often the API was.
  var sends: Int { api.requests.count }
  /// The bodies that the token endpoint got.
  var forms: [String] { endpoint.requests.map { String(decoding: $0.body, as: UTF8.self) } }

  func signIn(_ name: String = "ann", with number: Int = 1, lifetime: Duration? = nil) async throws
  {
    try await session.signIn(
      OneSession.grant(number, lifetime: lifetime), as: OneSession.account(name))
  }

  func run(_ body: @escaping @Sendable (MaruClient) async throws -> Void) throws {
    try world.run { [client] in try await body(client) }
  }
}
