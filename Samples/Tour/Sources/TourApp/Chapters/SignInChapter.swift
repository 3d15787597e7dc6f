internal import Maru
internal import TodoClient

/// Nobody signed in, a wrong password, the right one.
struct SignInChapter: Chapter {
  let name = "sign-in"
  let promise = "Without a sign-in nothing is sent; tokens go where they belong, never into text."

  func run(on stage: Stage) async throws -> [Finding] {
    var facts = SignInFacts()
    let story = try stage.story()
    let early = try stage.story()
    let tokens = try stage.story()
    try await stage.withClient(credentials: nil) { tokenClient in
      let service = try stage.tokens(tokens, on: tokenClient)
      let session = TokenSession(todos: service, store: MemorySecretStore())
      try await stage.withClient(credentials: session) { client in
        facts.early = try await Tried.run { try await stage.todos(early, on: client).page() }.end
        let wrong = try await Tried.run {
          try await session.signIn(name: Stage.userName, password: Sensitive("not-it"), by: service)
        }
        if case .failure(is CredentialRefused) = wrong.result {
          facts.wrongPasswordIsRefused = true
        }
        try await session.signIn(name: Stage.userName, password: Stage.password, by: service)
        facts.list = try await Tried.run { try await stage.todos(story, on: client).page() }.end
      }
      if let credential = try await session.credential() {
        let token = credential.authorization.value.dropFirst("Bearer ".count)
        let shown = "\(credential) \(String(reflecting: credential)) \(session)"
        facts.tokenIsShown = token.count < 20 || shown.contains(token)
      }
    }
    facts.seenEarly = try await stage.witness.requests(early).count
    facts.seenTokens = try await stage.witness.requests(tokens, count: 2)
    facts.seenList = try await stage.witness.requests(story, count: 1)
    return facts.findings
  }
}

/// What the chapter measures.
package struct SignInFacts: Sendable {
  /// How a call before the sign-in ended.
  package var early = CallEnd.value
  /// How many requests it made.
  package var seenEarly = -1
  /// Whether a wrong password is told from other failures.
  package var wrongPasswordIsRefused = false
  /// How a call after the sign-in ended.
  package var list = CallEnd.cancelled
  /// The requests for tokens.
  package var seenTokens: [SeenRequest] = []
  /// The requests for the list.
  package var seenList: [SeenRequest] = []
  /// Whether a description of the credential or the session holds the token.
  package var tokenIsShown = true

  /// Nothing measured yet.
  package init() {}

  /// What they mean.
  package var findings: [Finding] {
    [
      .expect("before: the call fails as notAuthenticated", early, .failed(.notAuthenticated, nil)),
      .expect("before: requests at the server: 0", seenEarly, 0),
      .expect("a wrong password is CredentialRefused", wrongPasswordIsRefused, true),
      .expect("after: the list comes", list, .value),
      .expect("the server answered the sign-ins 400, 200", seenTokens.statuses, [400, 200]),
      .expect(
        "only the list carried the credential, not the sign-in",
        [seenList.allSatisfy(\.authorized), seenTokens.contains(where: \.authorized)],
        [true, false]),
      .expect("no description shows the token", tokenIsShown, false),
    ]
  }
}
