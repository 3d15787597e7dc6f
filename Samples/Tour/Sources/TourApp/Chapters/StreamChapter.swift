internal import Maru
internal import MaruStreams
internal import TodoClient

/// A stream whose connections are cut, and whose server is killed.
struct StreamChapter: Chapter {
  let name = "stream"
  let promise =
    "A stream outlives three cut connections and a killed server: nothing lost or doubled."

  func run(on stage: Stage) async throws -> [Finding] {
    try await stage.withStreams(["--retry-milliseconds", "100"]) { streams in
      var facts = StreamFacts()
      let story = try stage.story()
      let cut = try Fault.cutBody(bytes: 1_200).header(times: 3, id: "stream")
      var options = EventStreamOptions()
      options.reconnect.baseDelay = .milliseconds(100)
      let reader = TodoReader(
        try stage.todos(story, on: streams.client, fault: cut).events(options), until: "last")
      _ = try await streams.witness.connections(within: .seconds(5)) { $0.streams == 1 }
      let todos = try stage.todos(try stage.story(), on: streams.client)

      stage.progress.note("each connection is cut after 1.2 KB, three times")
      facts.written = try await write(1...30, todos)
      try await wait(for: reader, facts.written.count)
      facts.cut = try await streams.witness.requests(story, count: 4)

      stage.progress.note("the server is killed, and started again")
      await streams.gateway.kill()
      let again = try await stage.gateways.startAgain(streams.gateway)
      // Too few to be cut: the new process counts from the start.
      facts.written += try await write(31...33, todos)
      facts.written.append(try await todos.create("last").title)
      try await wait(for: reader, facts.written.count)
      facts.end = try await reader.end()
      facts.read = reader.titles
      facts.restarted = try await streams.witness.requests(story, count: 1)
      // The reader has left, and the client is about to: nothing of it may stay.
      facts.streamsLeft = try await streams.witness.connections(within: .seconds(5)) {
        $0.streams == 0
      }.streams
      await again.stop()
      return facts.findings
    }
  }

  private func write(_ numbers: ClosedRange<Int>, _ todos: TodoService) async throws -> [String] {
    var titles: [String] = []
    for number in numbers { titles.append(try await todos.create("할 일 \(number)").title) }
    return titles
  }

  private func wait(for reader: TodoReader, _ count: Int) async throws {
    _ = try await poll(for: .seconds(30)) {
      reader.titles.count
    } until: {
      $0 >= count
    }
  }
}

/// What the chapter measures.
package struct StreamFacts: Sendable {
  /// The titles of the todos that were made, in order.
  package var written: [String] = []
  /// The titles that the stream told.
  package var read: [String] = []
  /// The stream's requests before the server was killed.
  package var cut: [SeenRequest] = []
  /// And those after it was started again.
  package var restarted: [SeenRequest] = []
  /// How reading ended, by the reader's own leaving.
  package var end = CallEnd.cancelled
  /// How many streams the server still had then.
  package var streamsLeft = -1

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect("34 todos were made", written.count, 34),
      .expect("the stream told each once and in order", read, written),
      .expect(
        "three connections were cut: four requests", cut.map { "\($0.route ?? "") \($0.status)" },
        Array(repeating: "/v1/events 200", count: 4)),
      .expect(
        "those that came back said where they were", cut.map { $0.carried("Last-Event-ID") },
        [false, true, true, true]),
      .expect(
        "so did the one after the restart", restarted.map { $0.carried("Last-Event-ID") }, [true]),
      .expect("the reader left when it had all", end, .value),
      .expect("and the server has no stream any more", streamsLeft, 0),
    ]
  }
}
