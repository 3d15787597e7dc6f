import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// Nothing that one account has read is shown to another (CALL-13).
@Suite struct IdentityLawTests {
  /// Who is signed in, changing at any moment.
  private final class Accounts: CredentialProvider {
    let current = Locked(1)
    private let world: SimulatedWorld
    private let tellsApart: Bool

    init(world: SimulatedWorld, tellsApart: Bool) {
      self.world = world
      self.tellsApart = tellsApart
    }

    func credential() async throws -> Credential? {
      let account = current.withLock { $0 }
      try await world.sleep(for: world.random.milliseconds(0...5))
      return try .bearer("token-of-\(account)", account: tellsApart ? "\(account)" : "everybody")
    }

    func invalidate(_ credential: Credential) async {}
  }

  private struct Owned: Codable, Sendable { var owner: Int }

  /// A server that names the versions of all accounts alike, which is its right.
  private static func serve(_ request: FakeRequest, random: SeededRandom) -> [ServerAct] {
    let token = request.headers[.authorization] ?? ""
    let owner = token.last.map(String.init) ?? "0"
    let age = random.integer(in: 0...2)
    let fields: [(HeaderName, String)] = [
      (.eTag, "\"v1\""), (.cacheControl, "private, max-age=\(age)"),
    ]
    if request.headers.contains("If-None-Match") { return ServerAct.response(304, fields) }
    return ServerAct.json(Array(#"{"owner":\#(owner)}"#.utf8), fields)
  }

  private func check(_ world: SimulatedWorld, tellsApart: Bool = true) throws {
    let accounts = Accounts(world: world, tellsApart: tellsApart)
    var faults = NetworkFaults.none
    faults.latency = 0...30
    faults.dropAfterWork = 10
    let transport = FakeTransport(clock: world.clock, random: world.random, faults: faults) {
      Self.serve($0, random: world.random)
    }
    let client = try MaruClient(
      .init(baseURL: URL(string: "https://api.example.com")!),  // A constant that is an address.
      transport: transport, ownership: .client, credentials: accounts,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
    let broken = Locked<Broken?>(nil)
    try world.run {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for account in 2...4 {
            try? await world.sleep(for: world.random.milliseconds(10...900))
            world.note("account \(account) signs in")
            accounts.current.withLock { $0 = account }
          }
        }
        for number in 0..<12 {
          group.addTask {
            try? await world.sleep(for: world.random.milliseconds(0...2_500))
            let first = accounts.current.withLock { $0 }
            var endpoint = Endpoint<Owned>.get("/things/\(number % 2)")
            endpoint.caching = world.random.happens(percent: 50) ? .revalidated : .asServerSays
            guard let response = try? await client.response(to: endpoint) else { return }
            world.note("call \(number), begun by \(first), shows \(response.value.owner)")
            // Who signs in during the call may see the own value; nobody sees an earlier one's.
            if response.value.owner < first {
              broken.withLock {
                $0 = Broken("CALL-13", "\(first) was shown what \(response.value.owner) had read")
              }
            }
          }
        }
      }
      await client.shutdown(.finishing)
    }
    if let broken = broken.withLock({ $0 }) { throw broken }
  }

  @Test func `nobody is shown what another account has read`() throws {
    try seeds.explore { try check($0) }
  }

  @Test func `accounts that are not told apart are found`() throws {
    let failure = firstFailure(seeds: 0..<1_000) { try check($0, tellsApart: false) }
    #expect(failure?.problem.hasPrefix("CALL-13") == true)
  }
}
