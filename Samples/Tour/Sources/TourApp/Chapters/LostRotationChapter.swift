internal import Maru
internal import TodoClient

/// A refresh that the server did, and whose answer got lost.
struct LostRotationChapter: Chapter {
  let name = "lost-rotation"
  let promise = "A refresh whose answer is lost signs nobody out: the next call tries again."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = LostRotationFacts()
    let story = try stage.story()
    let watch = SessionWatch()
    try await stage.withClient(credentials: nil) { tokenClient in
      let lost = try Fault.dropAnswer.header(times: 1, id: story.rawValue)
      let session = try await stage.signIn(
        refreshingBy: stage.tokens(story, on: tokenClient, fault: lost), isOutdated: true,
        observers: [watch])
      try await stage.withClient(credentials: session) { client in
        let todos = try stage.todos(story, on: client)
        let first = try await Tried.run { try await todos.page(limit: 1) }
        facts.first = first.end
        if case .signedIn = session.state { facts.isSignedIn = true }
        // Told with the error: the session asks nobody before.
        let pause = first.error?.retryAfter ?? .zero
        facts.pause = pause
        stage.progress.note("the session waits before it asks again")
        try await Task.sleep(for: pause)
        facts.second = try await Tried.run { try await todos.page(limit: 1) }.end
      }
    }
    facts.refreshes = watch.refreshes
    facts.endings = watch.endings
    facts.seen = try await stage.witness.requests(story, count: 4)
    return facts.findings
  }
}

/// What the chapter measures.
package struct LostRotationFacts: Sendable {
  /// How the call ended whose refresh was lost.
  package var first = CallEnd.value
  /// Whether somebody is signed in then.
  package var isSignedIn = false
  /// How long nobody was to ask again.
  package var pause = Duration.zero
  /// How the next call ended.
  package var second = CallEnd.cancelled
  /// How often the session sent a refresh token.
  package var refreshes = 0
  /// How often it told that it is over.
  package var endings = -1
  /// The requests at the server.
  package var seen: [SeenRequest] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect("the call fails as connectionLost", first, .failed(.connectionLost, nil)),
      .expect("somebody is still signed in", isSignedIn, true),
      Finding(
        pause > .zero && pause <= .seconds(1),
        "the error says when to come back: after \(pause.shown)"),
      .expect("the next call succeeds", second, .value),
      .expect(
        "the server rotated twice: it took the predecessor, whose successor nobody has used",
        seen.map { "\($0.route ?? "") \($0.status)" },
        ["/v1/todos 401", "/v1/token 200", "/v1/token 200", "/v1/todos 200"]),
      .expect("the session sent two refreshes", refreshes, 2),
      .expect("and never told that it is over", endings, 0),
    ]
  }
}
