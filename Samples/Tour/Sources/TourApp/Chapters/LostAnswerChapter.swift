internal import Maru
internal import TodoClient

/// A write that the server did, and whose answer got lost.
struct LostAnswerChapter: Chapter {
  let name = "lost-answer"
  let promise = "A write whose answer is lost is never taken for done or undone, and is made once."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = LostAnswerFacts()
    let key = try stage.key()
    let title = "소포 부치기 📮 \(key.rawValue.prefix(8))"
    try await stage.withClient(credentials: stage.session, retry: .never) { client in
      let lost = try stage.todos(
        try stage.story(), on: client, fault: try Fault.dropAnswer.header())
      let tried = try await Tried.run { try await lost.create(title, key: key) }
      facts.lost = tried.end
      facts.errorHasKey = tried.error?.idempotencyKey == key
      let todos = try stage.todos(try stage.story(), on: client)
      let fate = try await todos.fate(of: key)
      facts.fate = fate?.state.rawValue
      facts.fateStatus = fate?.status
      let again = try await Tried.run { try await todos.create(title, key: key) }
      facts.again = again.end
      facts.againIsTheSame = again.value.map { fate?.location == "/v1/todos/\($0.id.rawValue)" }
      facts.made = try await todos.all().count { $0.title == title }
    }

    let story = try stage.story()
    let itself = "할머니 소포 📦 \(key.rawValue.prefix(8))"
    let once = try Fault.dropAnswer.header(times: 1, id: story.rawValue)
    let todos = try stage.todos(story, fault: once)
    facts.byItself = try await Tried.run { try await todos.create(itself) }.end
    facts.seenByItself = try await stage.witness.requests(story, count: 2).statuses
    facts.madeByItself = try await stage.todos(try stage.story()).all().count { $0.title == itself }
    return facts.findings
  }
}

/// What the chapter measures.
package struct LostAnswerFacts: Sendable {
  /// How the write ended.
  package var lost = CallEnd.value
  /// Whether its error names the key that the app gave.
  package var errorHasKey = false
  /// How far the server got with the key.
  package var fate: String?
  /// What the server answered when nobody heard it.
  package var fateStatus: Int?
  /// How sending it again with the same key ended.
  package var again = CallEnd.cancelled
  /// Whether that gave the todo that the first one had made.
  package var againIsTheSame: Bool?
  /// How many there are.
  package var made = 0
  /// How the write ended that Maru sent again by itself.
  package var byItself = CallEnd.cancelled
  /// What the server answered, heard or not.
  package var seenByItself: [Int] = []
  /// How many there are.
  package var madeByItself = 0

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect(
        "without retries: connectionLost, and error.outcome is unknown", lost,
        .failed(.connectionLost, .unknown)),
      .expect("the error names the key to ask with", errorHasKey, true),
      .expect("asked by the key, the server says completed", fate, "completed"),
      .expect("with status 201", fateStatus, 201),
      .expect("sent again with the same key: it succeeds", again, .value),
      .expect("and gives the todo of the first time", againIsTheSame, true),
      .expect("todos made: 1", made, 1),
      .expect("with Maru's retries: it succeeds", byItself, .value),
      .expect("the server answered 201 twice, under one key", seenByItself, [201, 201]),
      .expect("todos made by that: 1", madeByItself, 1),
    ]
  }
}
