import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// What one session has read is never shown in another, where cookies tell sessions apart (CALL-13).
@Suite struct CookieIdentityTests {
  private struct Owned: Codable, Sendable { var owner: Int }

  /// Adds cookies below the engine, which does not know of them: the mistake that is to be found.
  private final class Beneath: Transport {
    let base: FakeTransport
    let field = Locked<String?>(nil)

    init(_ base: FakeTransport) { self.base = base }

    func perform<Value: Sendable>(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
      receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      var request = request
      if let field = field.withLock({ $0 }) {
        request.headers.append(unchecked: field, for: .cookie)
      }
      return try await base.perform(request, body: body, limits: limits, receive: receive)
    }

    func shutdown(_ mode: ShutdownMode) async { await base.shutdown(mode) }
  }

  /// A server that names the versions of all sessions alike, which is its right.
  private static func serve(_ request: FakeRequest, random: SeededRandom) -> [ServerAct] {
    let owner = request.headers[.cookie]?.last.map(String.init) ?? "0"
    let age = random.integer(in: 0...2)
    let fields: [(HeaderName, String)] = [
      (.eTag, "\"v1\""), (.cacheControl, "private, max-age=\(age)"),
    ]
    if request.headers.contains("If-None-Match") { return ServerAct.response(304, fields) }
    return ServerAct.json(Array(#"{"owner":\#(owner)}"#.utf8), fields)
  }

  private func check(_ world: SimulatedWorld, usesStore: Bool) throws {
    var faults = NetworkFaults.none
    faults.latency = 0...30
    faults.dropAfterWork = 10
    let fake = FakeTransport(clock: world.clock, random: world.random, faults: faults) {
      Self.serve($0, random: world.random)
    }
    let beneath = Beneath(fake)
    let store = CookieStore(wallClock: world.wallClock)
    let home = try RequestURL("https://api.example.com/")
    let base = URL(string: home.string)!  // An address that has been read already.
    var configuration = try MaruClient.Configuration(baseURL: base)
    if usesStore { configuration.cookies = store }
    let client = try MaruClient(
      configuration, transport: beneath, ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
    let broken = Locked<Broken?>(nil)
    let current = Locked(0)
    try world.run {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          for account in 1...4 {
            try? await world.sleep(for: world.random.milliseconds(10...700))
            world.note("account \(account) signs in")
            if usesStore {
              let cookie = try? Cookie(
                name: "sid", value: CookieValue("session-\(account)"), domain: "api.example.com",
                isHostOnly: true, isSecure: true, isHTTPOnly: true)
              store.insert([cookie].compactMap { $0 }, for: home)
            } else {
              beneath.field.withLock { $0 = "sid=session-\(account)" }
            }
            current.withLock { $0 = account }
          }
        }
        for number in 0..<12 {
          group.addTask {
            try? await world.sleep(for: world.random.milliseconds(0...2_500))
            let first = current.withLock { $0 }
            var endpoint = Endpoint<Owned>.get("/things/\(number % 2)")
            endpoint.credential = .none
            endpoint.caching = world.random.happens(percent: 50) ? .revalidated : .asServerSays
            guard let response = try? await client.response(to: endpoint) else { return }
            world.note("call \(number), begun by \(first), shows \(response.value.owner)")
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

  @Test func `nobody is shown what another session has read`() throws {
    try seeds.explore { try check($0, usesStore: true) }
  }

  @Test func `cookies that the engine does not know of are found`() throws {
    let failure = firstFailure(seeds: 0..<1_000) { try check($0, usesStore: false) }
    #expect(failure?.problem.hasPrefix("CALL-13") == true)
  }

  @Test func `an answer is kept for those who carry the same cookies`() throws {
    let store = Locked<CookieStore?>(nil)
    let call = try OneCall(
      [ServerAct.json([(.cacheControl, "max-age=600"), (.setCookie, "a=1; Path=/")])],
      credentials: nil
    ) {
      let cookies = CookieStore(wallClock: ManualWallClock(following: ManualClock()))
      $0.cookies = cookies
      store.withLock { $0 = cookies }
    }
    var endpoint = Endpoint<Thing>.get("/thing")
    endpoint.credential = .none
    endpoint.caching = .asServerSays
    let sources = try call.run { [endpoint] client in
      var sources: [AnswerSource] = []
      for round in 0..<4 {
        if round == 3 { store.withLock { $0 }?.removeAll() }
        sources.append(try await client.response(to: endpoint).source)
      }
      return sources
    }
    // The first set the cookie, so it is not the second's; the third is the second's.
    #expect(sources == [.server, .server, .kept, .server])
  }
}
