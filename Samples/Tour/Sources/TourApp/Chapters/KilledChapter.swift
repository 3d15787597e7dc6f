internal import Foundation
internal import Maru
internal import TodoClient

/// An app that the system kills in the middle of a refresh.
struct KilledChapter: Chapter {
  let name = "killed"
  let promise = "Killed anywhere in a refresh and started again, the app is still signed in."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = KilledFacts()
    for moment in DoomedApp.Moment.allCases {
      facts.moments[moment.rawValue] = try await kill(at: moment, on: stage)
    }
    return facts.findings
  }

  private func kill(
    at moment: DoomedApp.Moment, on stage: Stage
  ) async throws -> KilledFacts.Moment {
    var facts = KilledFacts.Moment()
    let story = try stage.story()
    let folder = try stage.gateways.makeFolder("app-\(moment.rawValue)")
    let store = try await DoomedApp.store(in: folder)
    // An earlier run of the app has left its record.
    _ = try await stage.signIn(refreshingBy: stage.tokens, store: store)
    stage.progress.note("the app is started, and killed")
    facts.wasKilled = try await DoomedApp.runAndKill(
      at: moment, folder: folder, story: story, on: stage)
    facts.seenBefore = try await stage.witness.requests(story, count: 1)
    // The app is started again.
    try await stage.withClient(credentials: nil) { tokenClient in
      let session = TokenSession(
        todos: try stage.tokens(story, on: tokenClient), store: store,
        account: try .todos(Stage.userName))
      try await stage.withClient(credentials: session) { client in
        let todos = try stage.todos(story, on: client)
        facts.end = try await Tried.run { try await todos.page(limit: 1) }.end
        // The successor was used: what came before is worth nothing now, and nobody has sent it.
        facts.endAfterwards = try await Tried.run { try await todos.page(limit: 1) }.end
      }
    }
    facts.seen = try await stage.witness.requests(story, count: 4)
    return facts
  }
}

/// What the chapter measures.
package struct KilledFacts: Sendable {
  /// One moment of a refresh.
  package struct Moment: Sendable {
    /// Whether the process was ended by signal 9.
    package var wasKilled = false
    /// The requests at the server before that.
    package var seenBefore: [SeenRequest] = []
    /// How the first call after the new start ended.
    package var end = CallEnd.cancelled
    /// And the next one.
    package var endAfterwards = CallEnd.cancelled
    /// All requests at the server.
    package var seen: [SeenRequest] = []

    /// Nothing measured yet.
    package init() {}
  }

  /// The moments by their names.
  package var moments: [String: Moment] = [:]

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    DoomedApp.Moment.allCases.flatMap { moment -> [Finding] in
      let facts = moments[moment.rawValue] ?? Moment()
      return [
        .expect("\(moment.words): killed with signal 9", facts.wasKilled, true),
        .expect(
          "\(moment.words): the server had rotated", facts.seenBefore.map { "\($0.status)" },
          ["200"]),
        .expect(
          "\(moment.words): started again, the calls succeed", [facts.end, facts.endAfterwards],
          [.value, .value]),
        .expect(
          "\(moment.words): one more refresh at the server, none refused",
          facts.seen.map { "\($0.route ?? "") \($0.status)" },
          ["/v1/token 200", "/v1/token 200", "/v1/todos 200", "/v1/todos 200"]),
      ]
    }
  }
}
