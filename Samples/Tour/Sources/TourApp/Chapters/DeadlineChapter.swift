internal import Maru
internal import TodoClient

/// A server that is slower than the caller has time.
struct DeadlineChapter: Chapter {
  let name = "deadline"
  let promise = "A deadline ends the whole call in time; for a write it says that nobody knows yet."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = DeadlineFacts()
    let slow = try Fault.delay(.milliseconds(1_500)).header()
    let reading = try await Tried.run {
      try await stage.todos(try stage.story(), fault: slow, deadline: .milliseconds(300)).page()
    }
    facts.read = reading.end
    facts.readTook = reading.took

    let story = try stage.story()
    let key = try stage.key()
    let writing = try await Tried.run {
      try await stage.todos(story, fault: slow, deadline: .milliseconds(300))
        .create("부산행 KTX 예매 🚄", key: key)
    }
    facts.write = writing.end
    facts.writeTook = writing.took
    stage.progress.note("the server is still working on it")
    let todos = try stage.todos(try stage.story())
    facts.fateAtOnce = try await todos.fate(of: key)?.state.rawValue
    facts.fateLater = try await poll(for: .seconds(5), every: .milliseconds(200)) {
      try await todos.fate(of: key)?.state.rawValue
    } until: {
      $0 == "completed"
    }
    facts.seen = try await stage.witness.requests(story, count: 1).statuses
    return facts.findings
  }
}

/// What the chapter measures.
package struct DeadlineFacts: Sendable {
  /// How a read ended that the server answers after 1.5 s.
  package var read = CallEnd.value
  /// How long it took.
  package var readTook = Duration.zero
  /// How a write ended that the server answers after 1.5 s.
  package var write = CallEnd.value
  /// How long it took.
  package var writeTook = Duration.zero
  /// How far the server was when the call had ended.
  package var fateAtOnce: String?
  /// How far it got.
  package var fateLater: String?
  /// What it answered, though nobody heard it.
  package var seen: [Int] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect(
        "a read fails as deadlineExceeded; it has no outcome", read,
        .failed(.deadlineExceeded, nil)),
      .within("the deadline was 300 ms; it took", readTook, .seconds(1)),
      .expect(
        "a write fails as deadlineExceeded, outcome unknown", write,
        .failed(.deadlineExceeded, .unknown)),
      .within("the deadline was 300 ms; it took", writeTook, .seconds(1)),
      .expect("unknown was true: the server says inFlight", fateAtOnce, "inFlight"),
      .expect("and a second later: completed", fateLater, "completed"),
      .expect("the server saw it once", seen, [201]),
    ]
  }
}
