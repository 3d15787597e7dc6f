import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// What the ready-made observers make of a call (OBSERVE-1).
@Suite struct ObserverTests {
  private func call() throws -> OneCall {
    try OneCall([
      ServerAct.response(401), ServerAct.response(503, [(.retryAfter, "2")]),
      ServerAct.response(307, [(.location, "/mobile/other")]), ServerAct.json(),
    ])
  }

  @Test func `the last calls are kept with every step`() throws {
    let call = try call()
    _ = try call.run { try await $0.send(Endpoint<Thing>.get("/things/\("secret")")) }
    let kept = try #require(call.recent.calls.first)
    #expect(kept.endpoint == "GET /things/{}")
    #expect(kept.outcome == .succeeded(status: 200))
    #expect(kept.duration >= .seconds(2))
    let lines = kept.steps.map { CallLog.line(for: $0) }
    #expect(lines.first?.hasSuffix("started") == true)
    #expect(lines.contains { $0.hasSuffix("asks for another credential") })
    #expect(lines.contains { $0.contains("(retryAfter)") })
    #expect(lines.contains { $0.hasSuffix("redirected by 307") })
    #expect(lines.last?.hasSuffix("succeeded with 200 after 4 attempts") == true)
    #expect(!lines.contains { $0.contains("secret") })
  }

  @Test func `what ended an attempt is told by the word that the error has`() throws {
    let call = try OneCall([[.hold]])
    var endpoint = Endpoint<Thing>.post("/things", json: Thing(name: "x"))
    endpoint.deadline = .seconds(1)
    let failure = try #require(try call.failure(of: endpoint))
    #expect(failure.code == .deadlineExceeded)
    let steps = try #require(call.recent.calls.first).steps
    #expect(steps.contains { $0.step == .attemptFailed(1, .deadlineExceeded, metrics: nil) })
    #expect(steps.contains { CallLog.line(for: $0).hasSuffix("attempt 1: deadlineExceeded") })
  }

  @Test func `counters count what happened`() throws {
    let call = try call()
    _ = try call.run { try await $0.send(Endpoint<Thing>.get("/things")) }
    let counts = call.counters.counts
    #expect(counts.started == 1)
    #expect(counts.succeeded == 1)
    #expect(counts.attempts == 4)
    #expect(counts.retries == 1)
    #expect(counts.refusals == 1)
    #expect(counts.redirects == 1)
    #expect(counts.statuses == [401: 1, 503: 1, 307: 1, 200: 1])
  }

  @Test func `no more calls are kept than asked for`() throws {
    let recent = RecentCalls(capacity: 2)
    for number in 1...5 as ClosedRange<UInt64> {
      recent.observe(
        CallEvent(
          call: number, requestID: try RequestID("r\(number)"), endpoint: "GET /",
          time: MonotonicInstant(nanoseconds: 0), step: .started))
    }
    #expect(recent.calls.map(\.id) == [5, 4])
  }

  @Test func `a cancelled call is no failure`() throws {
    let call = try OneCall([[.hold]])
    try call.run { [world = call.world] client in
      let task = Task(executorPreference: world) {
        try await client.send(Endpoint<Thing>.get("/thing"))
      }
      try await world.sleep(for: .seconds(1))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    #expect(call.counters.counts.cancelled == 1)
    #expect(call.counters.counts.failed.isEmpty)
    let lines = try #require(call.recent.calls.first).steps.map { CallLog.line(for: $0) }
    // FAIL-2: not even its attempt is logged as one.
    #expect(!lines.contains { $0.contains("connectionLost") })
    #expect(lines.last?.hasSuffix("was cancelled after 1 attempt") == true)
  }
}
