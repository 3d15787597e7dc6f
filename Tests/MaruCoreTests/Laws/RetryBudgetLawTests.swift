import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

@Suite struct RetryBudgetLawTests {
  /// Retries of a client whose every call fails.
  private func retries(
    of world: SimulatedWorld, calls: Int,
    decide: @escaping Surroundings.Decide = { $0.handle($1, at: $2) }
  ) throws -> Int {
    let scenario = try CallScenario(
      world: world, calls: calls, mood: .down, faults: .none, decide: decide)
    try scenario.run()
    let seen = scenario.watch.seen.withLock { $0 }
    return seen.events.count { if case .waiting = $0.step { true } else { false } }
  }

  private func check(
    _ world: SimulatedWorld, decide: @escaping Surroundings.Decide = { $0.handle($1, at: $2) }
  ) throws {
    let calls = 300
    let burst = RetryPolicy().budgetBurst
    let retries = try retries(of: world, calls: calls, decide: decide)
    // A wait that was not paid for is reported by nobody, so this counts what was really retried.
    guard (retries - burst) * 10 < calls else {
      throw Broken("RETRY-4", "\(retries) retries of \(calls) calls, \(burst) of them in hand")
    }
  }

  @Test func `an outage makes fewer retries than a tenth of its calls`() throws {
    try explore(seeds: 0..<60) { try check($0) }
  }

  @Test func `retries that cost nothing are found`() throws {
    let failure = firstFailure(seeds: 0..<20) { world in
      try check(world) { machine, event, now in
        let action = machine.handle(event, at: now)
        guard case .wait(var wait) = action else { return action }
        wait.costsRetry = false
        return .wait(wait)
      }
    }
    #expect(failure?.problem.hasPrefix("RETRY-4") == true)
  }

  @Test func `a seed gives the same history of an outage twice`() throws {
    try checkRepeatability(seeds: 0..<5) { try check($0) }
  }
}
