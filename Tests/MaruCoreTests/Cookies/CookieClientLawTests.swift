import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// Calls at once over redirects between origins, while an app signs out now and then.
///
/// Each cookie's value says who set it, for whom, and in answer to a request of which session.
final class CookieScenario: Sendable {
  enum Mistake: CaseIterable {
    case none, keepsTheFieldOverAHop, sendsBelow, takesLateAnswers
  }

  private let world: SimulatedWorld
  private let store: CookieStore
  private let client: MaruClient
  private let transport: Sessions
  let broken = Locked<Broken?>(nil)

  /// Notes the session in which a request is sent, and looks at what it carries.
  private final class Sessions: Transport {
    let base: FakeTransport
    let session = Locked(0)
    private let broken: Locked<Broken?>
    private let keepsField: Bool
    private let fields = Locked<[String: String]>([:])

    init(_ base: FakeTransport, _ broken: Locked<Broken?>, keepsField: Bool) {
      self.base = base
      self.broken = broken
      self.keepsField = keepsField
    }

    func perform<Value: Sendable>(
      _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
      receive: (TransportResponse, any TransportBody) async throws -> Value
    ) async throws -> Value {
      var request = request
      let session = session.withLock { $0 }
      if keepsField, let id = request.headers[.requestID] {
        if let field = request.headers[.cookie] {
          fields.withLock { $0[id] = field }
        } else if let field = fields.withLock({ $0[id] }) {
          request.headers.append(unchecked: field, for: .cookie)
        }
      }
      check(request, session)
      request.headers.append(unchecked: "\(session)", for: "X-Session")
      return try await base.perform(request, body: body, limits: limits, receive: receive)
    }

    private func check(_ request: TransportRequest, _ session: Int) {
      let host = request.url.origin.host
      for pair in (request.headers[.cookie] ?? "").split(separator: "; ") {
        let parts = pair.split(separator: "=", maxSplits: 1)[1].split(separator: "~")
        let (domain, isWide) = (parts[0], parts[1] == "wide")
        if !(host == domain || (isWide && host.hasSuffix("." + domain))) {
          broken.withLock { $0 = Broken("AUTH-9", "\(host) got a cookie of \(domain)") }
        }
        if parts[2] != "\(session)" {
          broken.withLock {
            $0 = Broken("AUTH-7", "session \(session) carries a cookie of session \(parts[2])")
          }
        }
      }
    }

    func shutdown(_ mode: ShutdownMode) async { await base.shutdown(mode) }
  }

  init(_ world: SimulatedWorld, _ mistake: Mistake = .none) throws {
    self.world = world
    var rules = CookieRules()
    if mistake == .sendsBelow { rules.checks.reaches = { $2($0.domain, $1) } }
    store = CookieStore(rules: rules, wallClock: world.wallClock) {
      mistake == .takesLateAnswers || $0 == $1
    }
    var faults = NetworkFaults.none
    faults.latency = 0...40
    faults.dropAfterWork = 5
    let fake = FakeTransport(clock: world.clock, random: world.random, faults: faults) {
      Self.serve($0, world.random)
    }
    transport = Sessions(fake, broken, keepsField: mistake == .keepsTheFieldOverAHop)
    var configuration = try MaruClient.Configuration(
      baseURL: URL(string: "https://api.example.com")!)  // A constant that is an address.
    configuration.cookies = store
    client = try MaruClient(
      configuration, transport: transport, ownership: .client, credentials: nil,
      surroundings: Surroundings(
        clock: world.clock, wallClock: world.wallClock, random: world.random, executor: world))
  }

  private static let places = [
    "https://api.example.com/a", "https://api.example.com/a/b", "https://sub.api.example.com/a",
    "https://example.com/a", "https://other.example/a", "https://example.com.other.example/a",
  ]

  private static func serve(_ request: FakeRequest, _ random: SeededRandom) -> [ServerAct] {
    let host = request.url.origin.host
    let session = request.headers["X-Session"] ?? "?"
    var fields: [(HeaderName, String)] = [(.contentType, "application/json")]
    for _ in 0..<random.integer(in: 0...2) {
      let wide = ["example.com", host].filter { host == $0 || host.hasSuffix("." + $0) }
      let isWide = random.happens(percent: 40)
      let domain = isWide ? wide[random.integer(in: 0...wide.count - 1)] : host
      let name = "c\(random.integer(in: 0...2))"
      let value = "\(domain)~\(isWide ? "wide" : "own")~\(session)"
      fields.append(
        (
          .setCookie,
          "\(name)=\(value); Path=/" + (isWide ? "; Domain=\(domain)" : "")
            + (random.happens(percent: 50) ? "; SameSite=None; Secure" : "")
        ))
    }
    let pause = ServerAct.pause(random.milliseconds(0...120))
    if random.happens(percent: 45) {
      let place = places[random.integer(in: 0...places.count - 1)]
      return [pause] + ServerAct.response(307, fields + [(.location, place)])
    }
    let status = random.happens(percent: 15) ? 500 : 200
    return [pause] + ServerAct.response(status, fields, body: Thing.json)
  }

  func run() throws {
    try world.run { [self] in
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<10 {
          group.addTask { [self] in
            try? await world.sleep(for: world.random.milliseconds(0...600))
            var endpoint = Endpoint<Thing>.get("/a/\(number % 2 == 0 ? "b" : "c")")
            endpoint.credential = .none
            _ = try? await client.send(endpoint)
          }
        }
        group.addTask { [self] in
          for _ in 0..<2 {
            try? await world.sleep(for: world.random.milliseconds(20...300))
            store.removeAll()
            transport.session.withLock { $0 += 1 }
            world.note("signed out")
          }
        }
      }
      await client.shutdown(.finishing)
    }
    if let broken = broken.withLock({ $0 }) { throw broken }
  }
}

@Suite struct CookieClientLawTests {
  @Test func `no host gets another's cookie and no session gets an earlier one's`() throws {
    try seeds.explore { try CookieScenario($0).run() }
  }

  @Test(
    arguments: [
      (CookieScenario.Mistake.keepsTheFieldOverAHop, "AUTH-9"), (.sendsBelow, "AUTH-9"),
      (.takesLateAnswers, "AUTH-7"),
    ])
  func `a planted mistake with cookies is found`(
    mistake: CookieScenario.Mistake, law: String
  ) throws {
    let failure = firstFailure(seeds: 0..<1_000) { try CookieScenario($0, mistake).run() }
    #expect(failure?.problem.hasPrefix(law) == true)
  }
}
