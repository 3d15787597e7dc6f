import MaruContract
import MaruHTTP
import MaruStreams
import MaruTesting

/// Mistakes that a stream can have, put around the real one: each must be found, by its own law.
enum PlantedStreamBug: String, CaseIterable, Sendable {
  case forgetsThePosition = "ORDER"
  case endsAtTheFirstLoss = "END"
  case comesBackTooEarly = "EARLY"
  case losesWhatIsSlow = "LOST"
  case outlivesItsReader = "OUTLIVES"
  case readsAheadOfItsReader = "COLD"

  func decide(
    _ machine: inout ConnectionMachine, _ event: ConnectionMachine.Event
  ) -> ConnectionMachine.Action {
    let action = machine.handle(event)
    switch (self, action, event) {
    case (.endsAtTheFirstLoss, .wait, .failed(let error, _)): return .finish(error)
    case (.comesBackTooEarly, .wait(_, let jitter), _):
      return .wait(least: .zero, jitter: min(jitter, .milliseconds(100)))
    default: return action
    }
  }
}

/// A client with a mistake.
struct PlantedClient: ResponseOpening {
  let bug: PlantedStreamBug
  let world: SimulatedWorld
  let honest: any ResponseOpening

  init(bug: PlantedStreamBug, world: SimulatedWorld, honest: any ResponseOpening) {
    self.bug = bug
    self.world = world
    self.honest = honest
    if bug == .readsAheadOfItsReader {
      _ = Task(executorPreference: world) {
        _ = try? await honest.open(
          .events("/v1/numbers", credential: .none),
          terms: OpeningTerms(accepts: .text, idle: nil), context: CallContext()
        ) { _, _ in }
      }
    }
  }

  var timeAndChance: TimeAndChance { honest.timeAndChance }

  func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, context: CallContext
  ) async throws -> CallResponse<Value> {
    try await honest.response(to: endpoint, context: context)
  }

  func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, unlessStill version: EntityTag, context: CallContext
  ) async throws -> CallResponse<Value>? {
    try await honest.response(to: endpoint, unlessStill: version, context: context)
  }

  func open(
    _ endpoint: Endpoint<Void>, terms: OpeningTerms, context: CallContext,
    receive: @escaping @Sendable (TransportResponse, any TransportBody) async throws -> Void
  ) async throws -> OpeningEnd {
    var endpoint = endpoint
    if bug == .forgetsThePosition { endpoint.headers = [] }
    guard bug == .outlivesItsReader else {
      return try await honest.open(endpoint, terms: terms, context: context, receive: receive)
    }
    // A task of its own that nobody cancels.
    let (honest, whole) = (honest, endpoint)
    return try await Task(executorPreference: world) {
      try await honest.open(whole, terms: terms, context: context, receive: receive)
    }.value
  }
}
