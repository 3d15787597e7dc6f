internal import Maru
internal import TodoClient

/// A server that is not there any more.
struct GoneChapter: Chapter {
  let name = "gone"
  let promise = "A server that is gone is unreachable, in bounded time; a write was not sent."

  private struct Hello: Decodable, Sendable {
    let message: String
  }

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = GoneFacts()
    stage.progress.note("a gateway of its own starts")
    let gateway = try await stage.gateways.start()
    try await stage.withClient(at: gateway.address, credentials: stage.session) { client in
      let hello = Endpoint<Hello>.get("/v1/hello", credential: .none, deadline: .seconds(5))
      facts.before = try await Tried.run { try await client.send(hello) }.end
      stage.progress.note("it ends")
      await gateway.stop()
      stage.progress.note("it is called")
      let reading = try await Tried.run { try await client.send(hello) }
      facts.read = reading.end
      facts.readTook = reading.took
      facts.attempts = reading.error?.attempts ?? 0
      let todos = try stage.todos(try stage.story(), on: client, deadline: .seconds(5))
      let writing = try await Tried.run { try await todos.create("주인 없는 집 🏚️") }
      facts.write = writing.end
      facts.writeTook = writing.took
    }
    return facts.findings
  }
}

/// What the chapter measures.
package struct GoneFacts: Sendable {
  /// How a call ended while the server was there.
  package var before = CallEnd.cancelled
  /// How a read ended after it had gone.
  package var read = CallEnd.value
  /// How long it took.
  package var readTook = Duration.seconds(60)
  /// How often it was sent.
  package var attempts = 0
  /// How a write ended after it had gone.
  package var write = CallEnd.value
  /// How long it took.
  package var writeTook = Duration.seconds(60)

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect("while it is there: an answer", before, .value),
      .expect("a read then fails as unreachable", read, .failed(.unreachable, nil)),
      .within("the deadline was 5 s; it took", readTook, .seconds(5)),
      .expect("it was tried 3 times, with waits between", attempts, 3),
      .expect("a write fails as unreachable, notSent", write, .failed(.unreachable, .notSent)),
      .within("the deadline was 5 s; it took", writeTook, .seconds(5)),
    ]
  }
}
