internal import Maru
internal import TodoClient

/// Another person on the same device.
struct AccountSwitchChapter: Chapter {
  let name = "account-switch"
  let promise = "Changing the account cuts off the one before; neither ever sees the other's data."

  private static let callers = 5
  private static let otherName = "alex"

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = AccountSwitchFacts()
    facts.callers = Self.callers
    let story = try stage.story()
    let back = try stage.story()
    try await stage.withClient(credentials: nil) { tokenClient in
      let tokens = try stage.tokens(back, on: tokenClient)
      let session = try await stage.signIn(refreshingBy: tokens)
      try await stage.withClient(credentials: session) { client in
        let todos = try stage.todos(story, on: client)
        facts.first = Set(try await todos.all().map(\.title))
        let slow = try Fault.delay(.milliseconds(2_000)).header()
        let running = try stage.todos(story, on: client, fault: slow)
        async let ends = Tried.ends(of: Self.callers) { _ in try await running.page(limit: 1) }
        _ = try await stage.witness.connections(within: .seconds(5)) {
          $0.requestsInFlight > Self.callers
        }
        try await session.signIn(
          name: Self.otherName, password: Stage.password, by: stage.tokens)
        facts.ends = try await ends
        facts.second = Set(try await todos.all().map(\.title))
        // Whose record is still in the store: nobody types a password.
        session.turn(to: try .todos(Stage.userName))
        facts.again = Set(try await stage.todos(back, on: client).all().map(\.title))
      }
    }
    facts.seenBack = try await stage.witness.requests(back, count: 2)
    return facts.findings
  }
}

/// What the chapter measures.
package struct AccountSwitchFacts: Sendable {
  /// How many calls of the first account's were running.
  package var callers = 0
  /// How they ended.
  package var ends: [CallEnd] = []
  /// What the first account read.
  package var first: Set<String> = []
  /// What the second account read, at the same address, with the same client.
  package var second: Set<String> = []
  /// What the first account read when it was back.
  package var again: Set<String> = []
  /// The requests at the server for that.
  package var seenBack: [SeenRequest] = []

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect(
        "\(callers) running calls of the first account end as signedOut", ends.tally,
        [CallEnd].all(callers, .failed(.signedOut, nil))),
      Finding(
        !first.isEmpty && !second.isEmpty,
        "the first account read \(first.count) titles, the second \(second.count)"),
      .expect("titles that both have read: 0", first.intersection(second).count, 0),
      .expect("turning back, the first reads its own again", again == first, true),
      .expect(
        "without a sign-in: one refresh from the secret store",
        seenBack.map { "\($0.route ?? "") \($0.status)" }, ["/v1/token 200", "/v1/todos 200"]),
    ]
  }
}
