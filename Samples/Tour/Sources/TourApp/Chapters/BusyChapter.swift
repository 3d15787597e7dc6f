internal import Foundation
internal import Maru
internal import TodoClient

/// A server that asks to be left alone for a while.
struct BusyChapter: Chapter {
  let name = "busy"
  let promise = "When a busy server says when to come back, Maru does, or says so at once."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = BusyFacts()
    let kept = try stage.story()
    let once = try Fault.busy(retryAfterSeconds: 1).header(times: 1, id: kept.rawValue)
    stage.progress.note("the server asked to wait 1 s")
    facts.kept = try await Tried.run { try await stage.todos(kept, fault: once).page(limit: 1) }.end
    facts.seenKept = try await stage.witness.requests(kept, count: 2).statuses
    facts.pause = stage.tap.stories.last?.pause(beforeAttempt: 2)
    let log = GatewayLog(file: stage.gateway.log)
    let times = try await poll(for: .seconds(2)) {
      try log.times(of: kept)
    } until: {
      $0.count >= 2
    }
    if times.count == 2 { facts.pauseInLog = .seconds(times[1].timeIntervalSince(times[0])) }

    let late = try stage.story()
    let always = try Fault.busy(retryAfterSeconds: 60).header()
    let tried = try await Tried.run {
      try await stage.todos(late, fault: always, deadline: .seconds(5)).page(limit: 1)
    }
    facts.late = tried.end
    facts.lateTook = tried.took
    facts.lateRetryAfter = tried.error?.retryAfter
    facts.seenLate = try await stage.witness.requests(late, count: 1).statuses
    return facts.findings
  }
}

/// What the chapter measures.
package struct BusyFacts: Sendable {
  /// How the call ended that could wait.
  package var kept = CallEnd.cancelled
  /// What it was answered with.
  package var seenKept: [Int] = []
  /// From the refusal to the second sending, as the client heard it.
  package var pause: Duration?
  /// From the first answer to the second, as the gateway logged them.
  package var pauseInLog: Duration?
  /// How the call ended whose deadline is before the time to come back.
  package var late = CallEnd.value
  /// How long that took.
  package var lateTook = Duration.zero
  /// When its error says to come back.
  package var lateRetryAfter: Duration?
  /// What it was answered with.
  package var seenLate: [Int] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect("Retry-After 1 s: the call succeeds", kept, .value),
      .expect("the server answered 503, 200", seenKept, [503, 200]),
      .atLeast("the second attempt came after", pause ?? .zero, .seconds(1)),
      // The log's first line may be written a moment after the client has the answer.
      .atLeast("in the server's log they are apart by", pauseInLog ?? .zero, .milliseconds(950)),
      .expect(
        "Retry-After 60 s, deadline 5 s: fails as unavailable", late, .failed(.unavailable, nil)),
      .within("at once, not when the time is up:", lateTook, .seconds(2)),
      .expect("error.retryAfter is 60 s", lateRetryAfter, .seconds(60)),
      .expect("the server saw it once", seenLate, [503]),
    ]
  }
}
