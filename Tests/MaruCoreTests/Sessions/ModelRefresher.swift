import MaruContract
import MaruCore
import MaruSystem
import MaruTesting

/// One process's way to the token endpoint, over a network that fails in every way.
final class ModelRefresher: TokenRefresher {
  private enum Fate: Sendable {
    case answered, unreachable, lostBefore, lostAfter, busy, failing, misconfigured, stalled
  }
  private let scenario: SessionScenario
  private let life: Int
  private var world: SimulatedWorld { scenario.world }

  init(scenario: SessionScenario, life: Int) {
    self.scenario = scenario
    self.life = life
  }

  func refresh(_ text: Sensitive<String>) async throws -> TokenGrant {
    guard let token = ModelTokenServer.Token(text.value) else { throw CredentialRefused() }
    let watch = scenario.watch
    let number = watch.refreshBegins(token, life: life)
    let listens = world.random.happens(percent: 60)
    defer { watch.refreshEnds(number, life: life) }
    return try await withTaskCancellationHandler {
      try await perform(token, number, listens: listens)
    } onCancel: {
      watch.refreshIsCancelled(number, life: life)
    }
  }

  private func perform(
    _ token: ModelTokenServer.Token, _ number: Int, listens: Bool
  ) async throws -> TokenGrant {
    let fate = scenario.isCalm ? Fate.answered : drawFate()
    try await pass(world.random.milliseconds(5...120), listens: listens)
    if fate == .unreachable { throw failure(.unreachable, arrival: .impossible) }
    // A killed process's request is on its way, or was never sent.
    guard fate != .lostBefore, scenario.watch.isAlive(life) || world.random.happens(percent: 50)
    else { throw failure(.connectionLost, arrival: .possible) }
    switch fate {
    case .busy:
      throw refusal(.rateLimited, status: 429, retryAfter: world.random.milliseconds(0...900))
    case .failing: throw refusal(.serverFailed, status: 500)
    case .misconfigured:
      throw TokenRefreshFailure(
        .misconfigured, answerWasLost: false,
        error: CallError(.configuration, at: .authorization, reason: "invalid_client"))
    default: break
    }
    scenario.watch.refreshArrives(token, life: life)
    let grant = scenario.server.refresh(token)
    if fate == .lostAfter { throw failure(.connectionLost, arrival: .possible) }
    let delay: Duration = fate == .stalled ? .seconds(9) : world.random.milliseconds(5...120)
    try await pass(delay, listens: listens)
    guard let grant else { throw CredentialRefused() }
    scenario.watch.refreshAnswers(number, grant, life: life)
    return grant
  }

  private func drawFate() -> Fate {
    switch world.random.integer(in: 1...100) {
    case ...6: .unreachable
    case ...10: .lostBefore
    case ...18: .lostAfter
    case ...23: .busy
    case ...27: .failing
    case ...29: .misconfigured
    case ...33: .stalled
    default: .answered
    }
  }

  private func pass(_ delay: Duration, listens: Bool) async throws {
    let world = world
    if listens { return try await world.sleep(for: delay) }
    await Task(executorPreference: world) { try? await world.sleep(for: delay) }.value
  }

  private func failure(
    _ kind: TransportFailure.Kind, arrival: TransportFailure.Arrival
  ) -> TransportFailure {
    TransportFailure(kind, arrival: arrival, reason: "a fault was drawn")
  }

  private func refusal(
    _ code: CallError.Code, status: Int, retryAfter: Duration? = nil
  ) -> CallError {
    CallError(
      code, at: .judgement, reason: "a fault was drawn", status: status, retryAfter: retryAfter)
  }
}
