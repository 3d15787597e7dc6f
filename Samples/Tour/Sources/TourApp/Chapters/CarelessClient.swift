internal import Maru
internal import MaruDiagnostics
internal import TodoClient

/// A client as one is easily written by hand, without what Maru promises.
///
/// Each call refreshes for itself, sends the old token again, and writes once more what may have been
/// written already.
struct CarelessClient {
  let stage: Stage
  let recorder: ExchangeRecorder

  private static let callers = 4

  private struct NewTodo: Encodable, Sendable {
    let title: String
  }

  func run() async throws {
    let story = try stage.story()
    let grant = try await stage.tokens.signIn(
      name: Stage.userName, password: Stage.password, device: "careless")
    try await stage.withClient(
      credentials: Held(.bearer("outdated")), retry: .never, gathering: Self.callers,
      recorder: recorder
    ) { client in
      let todos = try stage.todos(story, on: client)
      _ = try await Tried.ends(of: Self.callers) { _ in try await todos.page(limit: 1) }
      try await refresh(grant, story)
      _ = try await Tried.run { try await todos.page(limit: 1) }
    }
    try await writeTwice(story)
  }

  /// Each of the calls that were refused asks for new tokens.
  private func refresh(_ grant: TokenGrant, _ story: RequestID) async throws {
    guard let token = grant.refreshToken else { return }
    try await stage.withClient(
      credentials: nil, retry: .never, gathering: Self.callers, recorder: recorder
    ) { client in
      let tokens = try stage.tokens(story, on: client)
      _ = try await Tried.ends(of: Self.callers) { _ in try await tokens.refresh(token)
      }
    }
  }

  /// The answer of a write is lost, and it is made once more without a key.
  private func writeTwice(_ story: RequestID) async throws {
    try await stage.withClient(credentials: stage.session, retry: .never, recorder: recorder) {
      client in
      for fault in [try Fault.dropAnswer.header(), nil] {
        var write: Endpoint<Todo> = .post(
          "/v1/todos", json: NewTodo(title: "twice"), idempotency: .never)
        write.headers = fault.map { [$0] } ?? []
        let context = try CallContext(requestID: story)
        _ = try await Tried.run { [write] in try await client.send(write, context: context) }
      }
    }
  }
}

/// A token that nobody renews.
private struct Held: CredentialProvider {
  let token: Credential

  init(_ token: Credential) {
    self.token = token
  }

  func credential() async throws -> Credential? { token }
  func invalidate(_ credential: Credential) async {}
}
