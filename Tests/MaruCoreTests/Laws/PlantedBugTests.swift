import MaruContract
import MaruCore
import MaruHTTP
import MaruTesting
import Testing

/// Mistakes that an engine can have, put around the real machine: each must be found.
///
/// They are what keeps the laws honest: a law that finds none of them proves nothing.
enum PlantedBug: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case startsOverAfterASecond401 = "AUTH-2"
  case goesOnAfterCancel = "RETRY-5"
  case forgetsTheDeadline = "RETRY-3"
  case comesBackTooEarly = "RETRY-2"
  case repeatsAPost = "RETRY-1"
  case takesCredentialsAlong = "AUTH-9"
  case forgetsAnEarlierAttempt = "FAIL-6"
  case tellsTheServersWords = "FAIL-3"

  var testDescription: String { "\(self)" }

  /// The law that finds it.
  var law: String { rawValue }

  @Sendable func decide(
    _ machine: inout CallMachine, _ event: CallMachine.Event, _ now: MonotonicInstant
  ) -> CallMachine.Action {
    let before = machine
    let action = machine.handle(event, at: now)
    switch (self, action, event) {
    case (.startsOverAfterASecond401, .fail(let failure), .answered)
    where failure.code == .credentialRefused:
      machine = CallMachine(facts: machine.facts, policy: machine.policy)
      return machine.handle(.begin, at: now)
    case (.goesOnAfterCancel, .cancel, .cancelled) where before.state == .waiting:
      machine = before
      return machine.handle(.waited, at: now)
    case (.forgetsTheDeadline, .attempt(let limit, let fresh), _):
      return .attempt(limit: limit * 3, fresh: fresh)
    case (.comesBackTooEarly, .wait(var wait), _):
      wait.least = wait.least * 9 / 10
      wait.jitter = .zero
      return .wait(wait)
    case (.repeatsAPost, _, .begin):
      var facts = machine.facts
      facts.isRepeatable = true
      machine = CallMachine(facts: facts, policy: machine.policy)
      return machine.handle(.begin, at: now)
    case (
      .takesCredentialsAlong,
      .follow(let status, .to(let url, _, let method, let keepsBody), let limit), _
    ):
      return .follow(
        status: status, .to(url, leavesOrigin: false, method: method, keepsBody: keepsBody),
        limit: limit)
    case (.forgetsAnEarlierAttempt, .fail(var failure), _) where failure.outcome == .unknown:
      failure.outcome = .notSent
      return .fail(failure)
    case (.tellsTheServersWords, .fail(var failure), _):
      failure.reason += failure.problem?.detail ?? ""
      return .fail(failure)
    default:
      return action
    }
  }
}

@Suite struct PlantedBugTests {
  @Test(arguments: PlantedBug.allCases)
  func `a planted mistake is found within a thousand worlds`(bug: PlantedBug) throws {
    let failure = firstFailure(seeds: 0..<1_000) { world in
      let scenario = try CallScenario(world: world, decide: bug.decide)
      try scenario.run()
      try CallLaws(scenario).check()
    }
    let found = try #require(failure, "no world shows it")
    #expect(found.problem.hasPrefix(bug.law), "found by another law: \(found.problem)")
    #expect(!found.trace.isEmpty)
  }

  @Test func `a planted mistake shrinks to a call or two and a few choices`() throws {
    let bug = PlantedBug.forgetsTheDeadline
    let failure = firstFailure(seeds: 0..<1_000, shrinkRuns: 600) { world in
      let scenario = try CallScenario(world: world, decide: bug.decide)
      try scenario.run()
      try CallLaws(scenario).check()
    }
    let shortest = try #require(failure?.shortest)
    #expect(shortest.problem.hasPrefix(bug.law))
    #expect(shortest.schedule.size.map { $0 <= 2 } == true)
    #expect(shortest.steps * 4 < shortest.stepsBefore, "\(shortest)")
    #expect(shortest.schedule.choices * 10 < shortest.choicesBefore, "\(shortest)")
  }
}
