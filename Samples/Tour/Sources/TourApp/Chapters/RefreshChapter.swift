internal import Maru
internal import TodoClient

/// An access token that the server takes no longer.
struct RefreshChapter: Chapter {
  let name = "refresh"
  let promise = "A 401 is answered by one refresh and one re-send, however many calls find out."

  private static let callers = 200

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = RefreshFacts()
    facts.callers = Self.callers
    let alone = try stage.story()
    let together = try stage.story()
    facts.single = try await calls(1, under: alone, on: stage)
    stage.progress.note("\(Self.callers) calls share one refresh")
    facts.several = try await calls(Self.callers, under: together, on: stage)
    facts.seenAlone = try await stage.witness.requests(alone, count: 3)
    facts.seenTogether = try await stage.witness.requests(
      together, count: Self.callers * 2 + 1)
    return facts.findings
  }

  /// Signs in, makes so many calls at once with an access token that the server takes no longer, and
  /// says how they ended.
  private func calls(
    _ count: Int, under story: RequestID, on stage: Stage
  ) async throws -> [CallEnd] {
    try await stage.withClient(credentials: nil) { tokenClient in
      let session = try await stage.signIn(
        refreshingBy: stage.tokens(story, on: tokenClient), isOutdated: true)
      return try await stage.withClient(credentials: session, gathering: count) { client in
        try await Tried.ends(of: count) { _ in
          try await stage.todos(story, on: client).page(limit: 1)
        }
      }
    }
  }
}

/// What the chapter measures.
package struct RefreshFacts: Sendable {
  /// How many calls were made at once.
  package var callers = 0
  /// How the one call ended.
  package var single: [CallEnd] = []
  /// How the calls at once ended.
  package var several: [CallEnd] = []
  /// The requests at the server for the one call, in order.
  package var seenAlone: [SeenRequest] = []
  /// The requests at the server for the calls at once.
  package var seenTogether: [SeenRequest] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    let lists = seenTogether.filter { $0.route == "/v1/todos" }
    return [
      .expect("one call: it succeeds", single, [.value]),
      .expect(
        "one call: the server saw the list 401, the token 200, the list 200",
        seenAlone.map { "\($0.route ?? "") \($0.status)" },
        ["/v1/todos 401", "/v1/token 200", "/v1/todos 200"]),
      .expect(
        "\(callers) calls at once: all succeed", several.tally, [CallEnd].all(callers, .value)),
      .expect(
        "\(callers) calls at once: refreshes at the server: 1",
        seenTogether.count { $0.route == "/v1/token" }, 1),
      .expect(
        "\(callers) calls at once: \(callers) sendings refused, \(callers) re-sent",
        [lists.count { $0.status == 401 }, lists.count { $0.status == 200 }], [callers, callers]),
      .expect(
        "the refresh itself carried no access token",
        (seenAlone + seenTogether).contains { $0.route == "/v1/token" && $0.authorized }, false),
    ]
  }
}
