internal import Foundation
internal import Maru
internal import MaruStreams
internal import MaruSystem
internal import TodoClient

/// Readers that are slower than the server.
struct SlowReaderChapter: Chapter {
  let name = "slow-reader"
  let promise = "A slow reader costs no memory without a bound, and what it misses is counted."

  func run(on stage: Stage) async throws -> [Finding] {
    try await stage.withStreams(["--retry-milliseconds", "100", "--stream-queue-bytes", "4096"]) {
      streams in
      var facts = SlowReaderFacts()
      try await holdBack(&facts, streams, on: stage)
      try await drop(&facts, streams, on: stage)
      return facts.findings
    }
  }

  /// One that loses nothing: it holds the server back, until that lets it go; then it comes back.
  private func holdBack(
    _ facts: inout SlowReaderFacts, _ streams: StreamStage, on stage: Stage
  ) async throws {
    let story = try stage.story()
    var options = EventStreamOptions()
    options.buffer = .suspend(4)
    options.reconnect.baseDelay = .milliseconds(100)
    let events = try stage.todos(story, on: streams.client).events(options)
    let mayGoOn = Locked(false)
    let reader = TodoReader(events, until: "last", afterFirst: mayGoOn)
    _ = try await streams.witness.connections(within: .seconds(5)) { $0.streams == 1 }
    stage.progress.note("a reader that stops after its first event")
    let todos = try stage.todos(try stage.story(), on: streams.client)
    // Four bytes and more for each: a title of two hundred characters is 4 KB.
    let padding = String(repeating: "👩‍👩‍👧‍👦", count: 150)
    facts.canHoldBack = stage.transport.holdsServersBack
    for number in 1...(facts.canHoldBack == false ? 60 : 600) {
      facts.written.append(try await todos.create("\(number) \(padding)").title)
      if number.isMultiple(of: 20), streams.hasLetGo { break }
    }
    facts.wasLetGo = streams.hasLetGo
    facts.readBefore = reader.titles.count
    stage.progress.note("it reads on")
    mayGoOn.withLock { $0 = true }
    facts.written.append(try await todos.create("last").title)
    let count = facts.written.count
    _ = try await poll(for: .seconds(30)) {
      reader.titles.count
    } until: {
      $0 >= count
    }
    facts.end = try await reader.end()
    facts.read = reader.titles
    facts.dropped = events.droppedEvents
    facts.cameBack = try await streams.witness.requests(story, count: 2).dropFirst().allSatisfy {
      $0.status == 200 && $0.carried("Last-Event-ID")
    }
  }

  /// One to which only the latest counts.
  private func drop(
    _ facts: inout SlowReaderFacts, _ streams: StreamStage, on stage: Stage
  ) async throws {
    var options = EventStreamOptions()
    options.buffer = .newest(4)
    let events = try stage.todos(try stage.story(), on: streams.client).events(options)
    let mayGoOn = Locked(false)
    let reader = TodoReader(events, until: "40", afterFirst: mayGoOn)
    _ = try await streams.witness.connections(within: .seconds(5)) { $0.streams == 1 }
    let todos = try stage.todos(try stage.story(), on: streams.client)
    for number in 0...40 {
      _ = try await todos.create("\(number)")
      // The first must have been read before more come, else it is one of those that are dropped.
      if number == 0 {
        _ = try await poll(for: .seconds(5)) {
          reader.titles.count
        } until: {
          $0 == 1
        }
      }
    }
    facts.droppedOfNewest = try await poll(for: .seconds(5)) {
      events.droppedEvents
    } until: {
      $0 >= 36
    }
    mayGoOn.withLock { $0 = true }
    facts.endOfNewest = try await reader.end()
    facts.newest = reader.titles
  }
}

extension StreamStage {
  /// Whether the server has let go of a client that was too slow.
  fileprivate var hasLetGo: Bool {
    let log = (try? String(contentsOf: gateway.log, encoding: .utf8)) ?? ""
    return log.contains(#""reason":"slow""#)
  }
}

/// What the chapter measures.
package struct SlowReaderFacts: Sendable {
  /// The titles of the todos that were made while the reader stood still, in order.
  package var written: [String] = []
  /// Those that it had read when it stood.
  package var readBefore = 0
  /// Whether the transport lets a reader hold a server back; nil: nobody has measured it.
  package var canHoldBack: Bool? = true
  /// Whether the server let the reader go.
  package var wasLetGo = false
  /// Whether it came back with the last id.
  package var cameBack = false
  /// The titles that it has read in the end.
  package var read: [String] = []
  /// How reading ended.
  package var end = CallEnd.cancelled
  /// How many events it lost.
  package var dropped = -1
  /// What a reader of the newest four of forty-one has read.
  package var newest: [String] = []
  /// How many it was told that it has lost.
  package var droppedOfNewest = -1
  /// How reading ended.
  package var endOfNewest = CallEnd.cancelled

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    let holdingBack: Finding =
      switch canHoldBack {
      case true?: .expect("the server's queue for it is full: it is let go", wasLetGo, true)
      case false?:
        .expect("this transport can't hold a server back, and keeps what comes", wasLetGo, false)
      case nil: Finding(true, "the server let it go: \(wasLetGo)")
      }
    return [
      .expect("a reader stands still after one event", readBefore, 1), holdingBack,
      .expect("it reads on, and comes back with its last id", cameBack, true),
      Finding(
        !written.isEmpty && read == written,
        "it has read \(read.count) of \(written.count) events, each once and in order"),
      .expect("none was dropped", [dropped, end == .value ? 0 : 1], [0, 0]),
      .expect(
        "a reader of the newest 4 has read the first of 41, and the last 4", newest,
        ["0", "37", "38", "39", "40"]),
      .expect("and was told that 36 were dropped", droppedOfNewest, 36),
      .expect("it ended by itself", endOfNewest, .value),
    ]
  }
}
