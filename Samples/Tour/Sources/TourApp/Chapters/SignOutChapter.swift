internal import Maru
internal import TodoClient

/// Somebody who signs out while calls are running.
struct SignOutChapter: Chapter {
  let name = "sign-out"
  let promise =
    "Signing out cuts off what is running, forgets all tokens, and nothing goes out after."

  private static let callers = 50

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = SignOutFacts()
    facts.callers = Self.callers
    let story = try stage.story()
    let late = try stage.story()
    let store = MemorySecretStore()
    let account = try TokenAccount.todos(Stage.userName)
    let session = try await stage.signIn(refreshingBy: stage.tokens, store: store)
    facts.recordBefore = try await store.readIfPresent(account.key) != nil
    let credential = session.readyCredential()
    try await stage.withClient(credentials: session, gathering: Self.callers) { client in
      let slow = try Fault.delay(.milliseconds(2_000)).header()
      let todos = try stage.todos(story, on: client, fault: slow)
      async let running = Tried.ends(of: Self.callers) { _ in try await todos.page(limit: 1) }
      // The server has some of them; how many depends on the transport's connections.
      _ = try await stage.witness.connections(within: .seconds(5)) { $0.requestsInFlight > 5 }
      let signOut = try await Tried.run { try await session.signOut() }
      facts.ends = try await running
      facts.took = signOut.took
      let afterwards = try stage.todos(late, on: client)
      facts.late = try await Tried.run { try await afterwards.page() }.end
    }
    facts.recordAfter = try await store.readIfPresent(account.key) != nil
    if case .signedOut = session.state { facts.stateSaysSo = true }
    if let credential {
      try await stage.tokens.revoke(credential)
      // Whoever had copied the token.
      try await stage.withClient(credentials: Copied(credential)) { client in
        let todos = try stage.todos(try stage.story(), on: client)
        facts.copied = try await Tried.run { try await todos.page(limit: 1) }.end
      }
    }
    facts.seenLate = try await stage.witness.requests(late).count
    return facts.findings
  }
}

/// A token that somebody has copied.
private struct Copied: CredentialProvider {
  let token: Credential

  init(_ token: Credential) {
    self.token = token
  }

  func credential() async throws -> Credential? { token }
  func invalidate(_ credential: Credential) async {}
}

/// What the chapter measures.
package struct SignOutFacts: Sendable {
  /// How many calls were running.
  package var callers = 0
  /// How they ended.
  package var ends: [CallEnd] = []
  /// How long signing out took.
  package var took = Duration.seconds(60)
  /// How a call afterwards ended.
  package var late = CallEnd.value
  /// How many requests it made.
  package var seenLate = -1
  /// Whether the secret store had the record before.
  package var recordBefore = false
  /// And afterwards.
  package var recordAfter = true
  /// Whether the session says that nobody is signed in.
  package var stateSaysSo = false
  /// How a call ended with the old access token, once the server had been told.
  package var copied = CallEnd.value

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect(
        "\(callers) running calls end as signedOut", ends.tally,
        [CallEnd].all(callers, .failed(.signedOut, nil))),
      .within("signing out took", took, .seconds(1)),
      .expect("a call afterwards fails as notAuthenticated", late, .failed(.notAuthenticated, nil)),
      .expect("requests at the server for it: 0", seenLate, 0),
      .expect(
        "the secret store had a record, and has none", [recordBefore, recordAfter], [true, false]),
      .expect("the session says that nobody is signed in", stateSaysSo, true),
      .expect(
        "the server was told: a copy of the access token is refused at once", copied,
        .failed(.credentialRefused, nil)),
    ]
  }
}
