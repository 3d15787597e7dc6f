import MaruContract
import MaruHTTP
import MaruSystem
import MaruTesting

/// A server that answers at random and remembers everything: what the laws are checked against.
final class ModelServer: Sendable {
  /// One request as it arrived, and what was answered.
  struct Arrival: Sendable {
    var request: FakeRequest
    var status: Int
    var retryAfter: Duration?
    /// Whether the answer says that nothing was done.
    var wasUnprocessed: Bool

    init(request: FakeRequest, status: Int, retryAfter: Duration?, wasUnprocessed: Bool) {
      self.request = request
      self.status = status
      self.retryAfter = retryAfter
      self.wasUnprocessed = wasUnprocessed
    }

    init(again first: Arrival, request: FakeRequest) {
      self = first
      self.request = request
    }
  }

  /// What the server is like.
  enum Mood: Sendable { case mixed, down }

  static let secret = "PLANTED"
  static let home = "https://\(secret)-host.example"
  private struct State {
    var arrivals: [String: [Arrival]] = [:]
    var generation: UInt64 = 1
    var keys: Set<String> = []
    /// What was answered to a key once its request had been processed.
    var kept: [String: (acts: [ServerAct], arrival: Arrival)] = [:]
  }
  private let state = Locked(State())
  private let world: SimulatedWorld
  private let mood: Mood

  init(world: SimulatedWorld, mood: Mood = .mixed) {
    self.world = world
    self.mood = mood
  }

  func arrivals(of call: String) -> [Arrival] { state.withLock { $0.arrivals[call] ?? [] } }
  var allArrivals: [Arrival] { state.withLock { $0.arrivals.values.flatMap { $0 } } }

  /// The generation that the server accepts; a revocation moves it on.
  var generation: UInt64 { state.withLock { $0.generation } }
  func revoke() { state.withLock { $0.generation += 1 } }

  func answer(_ request: FakeRequest) -> [ServerAct] {
    let call = request.headers[.requestID] ?? ""
    let isElsewhere = request.url.origin.host.hasPrefix("other")
    let (acts, arrival) = isElsewhere ? elsewhere(request) : decide(request)
    world.note("server: \(request.method) of \(call) answered \(arrival.status)")
    state.withLock { $0.arrivals[call, default: []].append(arrival) }
    return acts
  }

  private func elsewhere(_ request: FakeRequest) -> ([ServerAct], Arrival) {
    plain(request, world.random.happens(percent: 20) ? 401 : 200)
  }

  private func decide(_ request: FakeRequest) -> ([ServerAct], Arrival) {
    if mood == .down { return plain(request, 503) }
    if let authorization = request.headers[.authorization] {
      let accepted = "Bearer \(Self.secret)-token-\(generation)"
      if authorization != accepted || world.random.happens(percent: 5) {
        return plain(request, 401, unprocessed: true)
      }
    }
    if let key = request.headers[.idempotencyKey], let held = hold(key), held {
      return problem(request, 409, type: ProblemDetails.idempotencyKeyInFlight, retryAfter: 1)
    }
    guard let key = request.headers[.idempotencyKey] else { return process(request) }
    if let kept = state.withLock({ $0.kept[key] }) {
      return (kept.acts, Arrival(again: kept.arrival, request: request))
    }
    let answer = process(request)
    if Self.isFinal(answer.1.status) {
      state.withLock { $0.kept[key] = (acts: answer.0, arrival: answer.1) }
    }
    return answer
  }

  /// Whether a server that keeps answers by key keeps this one: it has processed the request.
  private static func isFinal(_ status: Int) -> Bool {
    status < 300 || [400, 404, 409, 410, 412, 422].contains(status)
  }

  private func process(_ request: FakeRequest) -> ([ServerAct], Arrival) {
    switch world.random.integer(in: 1...100) {
    case ...38: return plain(request, 200)
    case ...42: return plain(request, 204)
    case ...45: return plain(request, 404)
    case ...48: return problem(request, 422, type: "about:blank", retryAfter: nil)
    case ...58: return busy(request, 503)
    case ...64: return busy(request, 429)
    case ...67: return plain(request, 500)
    case ...70: return plain(request, 421, unprocessed: true)
    case ...73: return plain(request, 425, unprocessed: true)
    case ...77: return redirect(request, 307, to: "/again", unprocessed: true)
    case ...79: return redirect(request, 303, to: "/see")
    case ...82: return redirect(request, 308, to: "https://other.example/", unprocessed: true)
    case ...84: return redirect(request, 302, to: "http://other.example/")
    case ...86: return plain(request, 403)
    case ...89: return html(request)
    case ...91: return cut(request)
    case ...93: return plain(request, 401, unprocessed: true)
    case ...96: return slow(request)
    default: return plain(request, 200, body: Array(#"{"value":"\#(Self.secret)"}"#.utf8))
    }
  }

  /// Whether a key is being worked on: sometimes, the first time that it is seen.
  private func hold(_ key: String) -> Bool? {
    let isBusy = world.random.happens(percent: 15)
    return state.withLock { state in
      guard isBusy else { return false }
      return state.keys.insert(key).inserted
    }
  }

  private func arrival(
    _ request: FakeRequest, _ status: Int, retryAfter: Int? = nil, unprocessed: Bool = false
  ) -> Arrival {
    Arrival(
      request: request, status: status, retryAfter: retryAfter.map { .seconds($0) },
      wasUnprocessed: unprocessed)
  }

  private static let good = Array(#"{"value":1,"added":"later"}"#.utf8)

  private func plain(
    _ request: FakeRequest, _ status: Int, body: [UInt8] = good, unprocessed: Bool = false
  ) -> ([ServerAct], Arrival) {
    let hasBody = status != 204 && request.method != .head
    return (
      ServerAct.response(
        status, [(.contentType, "application/json"), (.setCookie, "session=\(Self.secret)")],
        body: hasBody ? body : []), arrival(request, status, unprocessed: unprocessed)
    )
  }

  private func busy(_ request: FakeRequest, _ status: Int) -> ([ServerAct], Arrival) {
    let seconds = world.random.integer(in: 0...20)
    return (
      ServerAct.response(status, [(.retryAfter, "\(seconds)")]),
      arrival(request, status, retryAfter: seconds)
    )
  }

  private func problem(
    _ request: FakeRequest, _ status: Int, type: String, retryAfter: Int?
  ) -> ([ServerAct], Arrival) {
    var fields: [(HeaderName, String)] = [(.contentType, "application/problem+json")]
    if let retryAfter { fields.append((.retryAfter, "\(retryAfter)")) }
    let body = #"{"type":"\#(type)","detail":"\#(Self.secret)","code":"\#(Self.secret)"}"#
    return (
      ServerAct.response(status, fields, body: Array(body.utf8)),
      arrival(request, status, retryAfter: retryAfter)
    )
  }

  private func redirect(
    _ request: FakeRequest, _ status: Int, to location: String, unprocessed: Bool = false
  ) -> ([ServerAct], Arrival) {
    (
      ServerAct.response(status, [(.location, location)]),
      arrival(request, status, unprocessed: unprocessed)
    )
  }

  private func html(_ request: FakeRequest) -> ([ServerAct], Arrival) {
    (
      ServerAct.response(
        200, [(.contentType, "text/html")], body: Array("<p>\(Self.secret)</p>".utf8)),
      arrival(request, 200)
    )
  }

  private func cut(_ request: FakeRequest) -> ([ServerAct], Arrival) {
    var acts = ServerAct.response(200, [(.contentType, "application/json")], body: Self.good)
    acts[1] = .body(Array(Self.good.prefix(5)))
    acts[2] = .cut
    return (acts, arrival(request, 200))
  }

  private func slow(_ request: FakeRequest) -> ([ServerAct], Arrival) {
    let pause = ServerAct.pause(world.random.milliseconds(100...9_000))
    return ([pause] + plain(request, 200).0, arrival(request, 200))
  }
}
