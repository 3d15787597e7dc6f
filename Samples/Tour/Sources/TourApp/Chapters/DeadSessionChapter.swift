internal import Maru
internal import TodoClient

/// A session that the server has ended.
struct DeadSessionChapter: Chapter {
  let name = "dead-session"
  let promise = "When the refresh token is dead, all who wait hear it once, and nobody asks again."

  private static let callers = 8

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = DeadSessionFacts()
    facts.callers = Self.callers
    let story = try stage.story()
    let later = try stage.story()
    let watch = SessionWatch()
    try await stage.withClient(credentials: nil) { tokenClient in
      let tokens = try stage.tokens(story, on: tokenClient)
      let session = try await stage.signIn(refreshingBy: tokens, observers: [watch])
      // From another device, say.
      if let credential = session.readyCredential() { try await stage.tokens.revoke(credential) }
      try await stage.withClient(credentials: session, gathering: Self.callers) { client in
        facts.ends = try await Tried.ends(of: Self.callers) { _ in
          try await stage.todos(story, on: client).page(limit: 1)
        }
        facts.later = try await Tried.ends(of: Self.callers) { _ in
          try await stage.todos(later, on: client).page(limit: 1)
        }
        if case .ended(_, .refused) = session.state { facts.stateSaysSo = true }
        try await session.signIn(
          name: Stage.userName, password: Stage.password, by: stage.tokens)
        let todos = try stage.todos(try stage.story(), on: client)
        facts.again = try await Tried.run { try await todos.page(limit: 1) }.end
      }
    }
    facts.told = watch.endings
    facts.seen = try await stage.witness.requests(story, count: Self.callers + 1)
    facts.seenLater = try await stage.witness.requests(later).count
    return facts.findings
  }
}

/// What the chapter measures.
package struct DeadSessionFacts: Sendable {
  /// How many calls were made at once.
  package var callers = 0
  /// How they ended.
  package var ends: [CallEnd] = []
  /// How as many calls afterwards ended.
  package var later: [CallEnd] = []
  /// Whether the session says that it was refused.
  package var stateSaysSo = false
  /// How often the session told that it is over.
  package var told = 0
  /// How a call ended after a new sign-in.
  package var again = CallEnd.cancelled
  /// The requests at the server for the first calls.
  package var seen: [SeenRequest] = []
  /// How many requests there were for the calls afterwards.
  package var seenLater = -1

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    let refused = [CallEnd].all(callers, .failed(.credentialRefused, nil))
    return [
      .expect("\(callers) calls at once: all fail as credentialRefused", ends.tally, refused),
      .expect("each was sent once", seen.count { $0.route == "/v1/todos" }, callers),
      .expect(
        "refreshes at the server: one, answered 400",
        seen.filter { $0.route == "/v1/token" }.statuses, [400]),
      .expect("the session told of its end, once", told, 1),
      .expect("and its state says why", stateSaysSo, true),
      .expect("\(callers) calls afterwards fail the same way", later.tally, refused),
      .expect("requests at the server for these: 0", seenLater, 0),
      .expect("after a new sign-in the list comes", again, .value),
    ]
  }
}
