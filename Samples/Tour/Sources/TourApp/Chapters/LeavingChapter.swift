internal import Maru
internal import MaruStreams
internal import TodoClient

/// Readers who leave.
struct LeavingChapter: Chapter {
  let name = "leaving"
  let promise = "When readers leave, their connections are gone at once, and the server sees it."

  func run(on stage: Stage) async throws -> [Finding] {
    try await stage.withStreams { streams in
      var facts = LeavingFacts()
      let readers = try (1...LeavingFacts.readers).map { _ in
        TodoReader(try stage.todos(try stage.story(), on: streams.client).events(), until: "go")
      }
      facts.open = try await streams.witness.connections(within: .seconds(10)) {
        $0.streams == LeavingFacts.readers
      }.streams
      let clock = ContinuousClock()

      let half = readers.prefix(LeavingFacts.readers / 2)
      let cancelling = clock.now
      for reader in half { reader.cancel() }
      facts.cancelledLeft = try await streams.witness.connections(within: .seconds(15)) {
        $0.streams == LeavingFacts.readers / 2
      }.streams
      facts.cancelledTook = clock.now - cancelling
      for reader in half { facts.cancelled.append(try await reader.end()) }

      // The others leave by 'return' out of their loops.
      _ = try await stage.todos(try stage.story(), on: streams.client).create("go")
      for reader in readers.dropFirst(half.count) { facts.returned.append(try await reader.end()) }
      let returning = clock.now
      facts.returnedLeft = try await streams.witness.connections(within: .seconds(15)) {
        $0.streams == 0
      }.streams
      facts.returnedTook = clock.now - returning
      facts.running = try await poll(for: .seconds(5)) {
        streams.client.runningCalls
      } until: {
        $0 == 0
      }
      await streams.gateway.stop()
      return facts.findings
    }
  }
}

/// What the chapter measures.
package struct LeavingFacts: Sendable {
  /// How many readers there are: as many as the server lets one user have.
  package static let readers = 20
  /// How long the server's heartbeat is.
  package static let heartbeat = Duration.seconds(15)

  /// How many streams the server had at first.
  package var open = 0
  /// How the readers' tasks ended that were cancelled.
  package var cancelled: [CallEnd] = []
  /// How many streams were left then.
  package var cancelledLeft = -1
  /// How long until the server saw it.
  package var cancelledTook = Duration.zero
  /// How those ended that left by themselves.
  package var returned: [CallEnd] = []
  /// How many streams were left then.
  package var returnedLeft = -1
  /// How long until the server saw it.
  package var returnedTook = Duration.zero
  /// How many calls the client still had.
  package var running = -1

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    let half = Self.readers / 2
    return [
      .expect("20 readers have a stream each", open, Self.readers),
      .expect("10 are cancelled", cancelled.tally, [CallEnd].all(half, .cancelled)),
      .expect("the server has 10 streams left", cancelledLeft, half),
      .within("less than a heartbeat later:", cancelledTook, Self.heartbeat / 3),
      .expect("10 leave their loops", returned.tally, [CallEnd].all(half, .value)),
      .expect("the server has none left", returnedLeft, 0),
      .within("less than a heartbeat later:", returnedTook, Self.heartbeat / 3),
      .expect("the client has no call left", running, 0),
    ]
  }
}
