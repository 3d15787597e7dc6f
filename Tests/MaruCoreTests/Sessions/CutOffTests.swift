import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// What becomes of calls that are running when their account is signed out or another takes its
/// place.
@Suite struct CutOffTests {
  /// What the user does while a call is on its way.
  enum Leaving: CaseIterable, Sendable {
    case signsOut, turns, signsAnotherIn

    func leave(_ one: OneAccountClient) async throws {
      switch self {
      case .signsOut: try await one.session.signOut()
      case .turns: one.session.turn(to: try OneSession.account("bob"))
      case .signsAnotherIn:
        try await one.session.signIn(OneSession.grant(2), as: OneSession.account("bob"))
      }
    }
  }

  private static func code(_ result: Result<Thing, any Error>) -> CallError.Code? {
    guard case .failure(let error) = result else { return nil }
    return (error as? CallError)?.code
  }

  @Test(arguments: Leaving.allCases)
  func `a call in flight ends at once and its answer reaches nobody`(leaving: Leaving) throws {
    let one = try OneAccountClient([.pause(.seconds(5))] + ServerAct.json())
    try one.run { client in
      let call = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
      try await one.world.sleep(for: .seconds(1))
      try await leaving.leave(one)
      #expect(Self.code(await call.result) == .signedOut)
      #expect(one.world.clock.now() == MonotonicInstant(nanoseconds: 1_000_000_000))
    }
    #expect(one.tokens == ["Bearer access-1"])
  }

  @Test(arguments: Leaving.allCases)
  func `a redirect that is followed later does not carry the old token`(leaving: Leaving) throws {
    // The redirect comes in the very instant in which the user leaves.
    let one = try OneAccountClient(
      [.pause(.seconds(1))] + ServerAct.response(307, [(.location, "/again")]), seed: 3)
    try one.run { client in
      let call = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
      try await one.world.sleep(for: .seconds(1))
      let sentBefore = one.tokens.count
      try await leaving.leave(one)
      #expect(Self.code(await call.result) == .signedOut)
      #expect(one.tokens.count == sentBefore)
    }
  }

  @Test(arguments: Leaving.allCases)
  func `a retry that waits is not sent for the next account`(leaving: Leaving) throws {
    let one = try OneAccountClient(ServerAct.response(503, [(.retryAfter, "3")]))
    try one.run { client in
      let call = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
      try await one.world.sleep(for: .seconds(1))
      try await leaving.leave(one)
      #expect(Self.code(await call.result) == .signedOut)
    }
    #expect(one.tokens == ["Bearer access-1"])
  }

  @Test(arguments: Leaving.allCases)
  func `a write that was on its way is unknown, one that was not is not sent`(leaving: Leaving)
    throws
  {
    let one = try OneAccountClient([.pause(.seconds(5))] + ServerAct.json())
    let outcomes = Locked<[WriteOutcome?]>([])
    try one.run { client in
      let call = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.post("/thing", body: .json(Thing(name: "x"))))
      }
      try await one.world.sleep(for: .seconds(1))
      try await leaving.leave(one)
      guard case .failure(let error as CallError) = await call.result else { return }
      outcomes.withLock { $0.append(error.outcome) }
    }
    #expect(outcomes.withLock { $0 } == [.unknown])
  }

  @Test func `calls that wait for a refresh end as well`() throws {
    let one = try OneAccountClient(ServerAct.json(), lifetime: .seconds(1))
    try one.run { client in
      try await one.world.sleep(for: .seconds(2))
      let call = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
      try await one.world.sleep(for: .milliseconds(10))
      try await one.session.signOut()
      #expect(Self.code(await call.result) == .signedOut)
    }
    #expect(one.tokens.isEmpty)
  }

  @Test func `calls without a credential go on`() throws {
    let one = try OneAccountClient([.pause(.seconds(5))] + ServerAct.json())
    try one.run { client in
      let call = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.get("/thing", credential: .none))
      }
      try await one.world.sleep(for: .seconds(1))
      try await one.session.signOut()
      #expect(Self.code(await call.result) == nil)
    }
  }

  @Test func `a caller that was cancelled is told so, whatever else has happened`() throws {
    let one = try OneAccountClient([.pause(.seconds(5))] + ServerAct.json())
    try one.run { client in
      let call = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
      try await one.world.sleep(for: .seconds(1))
      call.cancel()
      try await one.session.signOut()
      let result = await call.result
      #expect(throws: CancellationError.self) { try result.get() }
    }
  }

  @Test func `a session that the server has ended lets answers on their way come`() throws {
    let one = try OneAccountClient([.pause(.seconds(5))] + ServerAct.json(), refusesRefresh: true)
    try one.run { client in
      let call = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
      try await one.world.sleep(for: .seconds(1))
      let credential = try #require(one.session.readyCredential())
      await one.session.invalidate(credential)
      await #expect(throws: CredentialRefused.self) { try await one.session.credential() }
      #expect(Self.code(await call.result) == nil)
      let later = Task(executorPreference: one.world) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
      #expect(Self.code(await later.result) == .credentialRefused)
    }
    #expect(one.tokens.count == 1)
  }

  @Test func `what a provider throws of its own signs nobody out`() throws {
    struct Offline: Error {}
    struct Provider: CredentialProvider {
      func credential() async throws -> Credential? { throw Offline() }
      func invalidate(_ credential: Credential) async {}
    }
    let call = try OneCall([ServerAct.json()], credentials: Provider())
    let failure = try call.failure(of: Endpoint<Thing>.get("/thing"))
    #expect(failure?.code == .credentialUnavailable)
    #expect(failure?.mayHelpToTryAgain == true)
  }
}

/// A client in whose session ann is signed in, and an API that answers everybody the same.
final class OneAccountClient: Sendable {
  let world: SimulatedWorld
  let session: TokenSession
  private let api: FakeTransport
  private let client: MaruClient
  private let lifetime: Duration?

  init(
    _ answer: [ServerAct], seed: UInt64 = 1, lifetime: Duration? = nil,
    refusesRefresh: Bool = false
  ) throws {
    let world = SimulatedWorld(seed: seed)
    self.world = world
    self.lifetime = lifetime
    api = FakeTransport(clock: world.clock, random: world.random) { _ in answer }
    session = TokenSession(
      account: nil, configuration: .init(recovery: .sendsAgain),
      refresher: OneSession.Endpoint(
        [refusesRefresh ? .fail(.refused) : .grant()], world: world),
      store: FakeSecretStore(clock: world.clock, random: world.random),
      surroundings: world.surroundings)
    client = try MaruClient(
      .init(baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: api, ownership: .client, credentials: session, surroundings: world.surroundings)
  }

  /// The credentials that reached the API, in order.
  var tokens: [String] { api.requests.compactMap { $0.headers[.authorization] } }

  func run(_ body: @escaping @Sendable (MaruClient) async throws -> Void) throws {
    try world.run { [self] in
      try await session.signIn(
        OneSession.grant(1, lifetime: lifetime), as: OneSession.account("ann"))
      try await body(client)
    }
  }
}
