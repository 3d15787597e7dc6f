internal import Maru
internal import TodoClient

/// A server that takes no token, however new.
struct RefusedAgainChapter: Chapter {
  let name = "refused-again"
  let promise =
    "A server that refuses the new token too gets no third sending and no second refresh."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = RefusedAgainFacts()
    let story = try stage.story()
    let after = try stage.story()
    try await stage.withClient(credentials: nil) { tokenClient in
      let session = try await stage.signIn(refreshingBy: stage.tokens(story, on: tokenClient))
      try await stage.withClient(credentials: session) { client in
        let refused = try stage.todos(story, on: client, fault: try Fault.expiredToken.header())
        facts.end = try await Tried.run { try await refused.page(limit: 1) }.end
        let todos = try stage.todos(after, on: client)
        facts.after = try await Tried.run { try await todos.page(limit: 1) }.end
      }
    }
    facts.seen = try await stage.witness.requests(story, count: 3)
    facts.seenAfter = try await stage.witness.requests(after, count: 1)
    return facts.findings
  }
}

/// What the chapter measures.
package struct RefusedAgainFacts: Sendable {
  /// How the refused call ended.
  package var end = CallEnd.value
  /// The requests at the server for it.
  package var seen: [SeenRequest] = []
  /// How a call ended afterwards that nobody refused.
  package var after = CallEnd.cancelled
  /// The requests at the server for that one.
  package var seenAfter: [SeenRequest] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect("the call fails as credentialRefused", end, .failed(.credentialRefused, nil)),
      .expect(
        "the server saw the list 401, the token 200, the list 401, and nothing more",
        seen.map { "\($0.route ?? "") \($0.status)" },
        ["/v1/todos 401", "/v1/token 200", "/v1/todos 401"]),
      .expect("nobody was signed out: the next call succeeds", after, .value),
      .expect("sent once", seenAfter.statuses, [200]),
    ]
  }
}
