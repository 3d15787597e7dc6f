internal import Maru
internal import TodoClient

/// An app that does not need its client any more.
struct ShutdownChapter: Chapter {
  let name = "shutdown"
  let promise = "Shutting down lets running calls finish or ends them, as asked, and takes no more."

  private static let callers = 3

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = ShutdownFacts()
    facts.callers = Self.callers
    let busy = try await stage.witness.idle().requestsInFlight
    let after = try stage.story()
    try await stage.withClient(credentials: stage.session) { client in
      let slow = try Fault.delay(.milliseconds(600)).header()
      facts.finishing = try await calls(client, fault: slow, above: busy, .finishing, on: stage)
        .ends
      let todos = try stage.todos(after, on: client)
      facts.readAfter = try await Tried.run { try await todos.page() }.end
      facts.writeAfter = try await Tried.run { try await todos.create("문 닫은 가게 🚪") }.end
    }
    facts.seenAfter = try await stage.witness.requests(after).count
    try await stage.withClient(credentials: stage.session) { client in
      let slow = try Fault.delay(.milliseconds(1_500)).header()
      let result = try await calls(client, fault: slow, above: busy, .cancelling, on: stage)
      facts.cancelling = result.ends
      facts.cancellingTook = result.took
      facts.runningAfter = client.runningCalls
    }
    return facts.findings
  }

  /// Makes so many calls, shuts the client down when the server works on them all, and says how
  /// they ended and how long the shutdown took.
  private func calls(
    _ client: MaruClient, fault: EndpointHeader, above busy: Int, _ mode: ShutdownMode,
    on stage: Stage
  ) async throws -> (ends: [CallEnd], took: Duration) {
    let todos = try stage.todos(try stage.story(), on: client, fault: fault)
    return try await withThrowingTaskGroup(of: CallEnd.self) { group in
      for _ in 0..<Self.callers {
        group.addTask { try await Tried.run { try await todos.page(limit: 1) }.end }
      }
      _ = try await stage.witness.connections(within: .seconds(5)) {
        $0.requestsInFlight >= busy + Self.callers
      }
      let shutdown = try await Tried.run { await client.shutdown(mode) }
      return (try await group.reduce(into: []) { $0.append($1) }, shutdown.took)
    }
  }
}

/// What the chapter measures.
package struct ShutdownFacts: Sendable {
  /// How many calls were running.
  package var callers = 0
  /// How they ended when the client was shut down finishing.
  package var finishing: [CallEnd] = []
  /// How a read ended afterwards.
  package var readAfter = CallEnd.value
  /// How a write ended afterwards.
  package var writeAfter = CallEnd.value
  /// How many requests these two made.
  package var seenAfter = -1
  /// How calls ended when the client was shut down cancelling.
  package var cancelling: [CallEnd] = []
  /// How long that took.
  package var cancellingTook = Duration.seconds(60)
  /// How many calls were running then.
  package var runningAfter = -1

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect(
        "finishing: \(callers) running calls get their answers", finishing,
        Array(repeating: .value, count: max(callers, 1))),
      .expect("afterwards a read fails as shutDown", readAfter, .failed(.shutDown, nil)),
      .expect(
        "afterwards a write fails as shutDown, notSent", writeAfter, .failed(.shutDown, .notSent)),
      .expect("requests at the server for these: 0", seenAfter, 0),
      // Not CancellationError: nobody cancelled the callers' tasks (FAIL-2).
      .expect(
        "cancelling: \(callers) running calls fail as shutDown", cancelling,
        Array(repeating: .failed(.shutDown, nil), count: max(callers, 1))),
      .within("the shutdown took", cancellingTook, .seconds(1)),
      .expect("calls still running: 0", runningAfter, 0),
    ]
  }
}
