internal import Maru
internal import MaruStreams
internal import MaruSystem
internal import TodoClient

/// A gateway of a chapter's own, which may be killed, and somebody who is signed in there.
struct StreamStage: Sendable {
  let gateway: GatewayProcess
  let witness: Witness
  let client: MaruClient
}

extension Stage {
  /// Starts a gateway for some streams.
  ///
  /// - Parameter flags: besides the usual.
  func withStreams<Value: Sendable>(
    _ flags: [String] = [], _ use: (StreamStage) async throws -> Value
  ) async throws -> Value {
    let gateway = try await gateways.start(flags)
    let witness = try Witness(address: gateway.address)
    let value: Value
    do {
      value = try await withClient(at: gateway.address, credentials: nil) { tokenClient in
        let tokens = TokenService(tokenClient)
        let session = TokenSession(todos: tokens, store: MemorySecretStore())
        try await session.signIn(name: Self.userName, password: Self.password, by: tokens)
        return try await withClient(at: gateway.address, credentials: session) { client in
          try await use(StreamStage(gateway: gateway, witness: witness, client: client))
        }
      }
    } catch {
      await witness.shutdown()
      throw error
    }
    await witness.shutdown()
    return value
  }
}

/// Reads a stream of todos in a task of its own, until a todo of some title was made.
final class TodoReader: Sendable {
  private let seen = Locked<[String]>([])
  private let task: Task<Void, any Error>

  /// - Parameter mayGoOn: what the reader waits for when it has read one; nil: it does not wait.
  init(
    _ events: EventStream<TodoEvent>, until last: String, afterFirst mayGoOn: Locked<Bool>? = nil
  ) {
    let seen = seen
    task = Task {
      for try await event in events {
        guard case .created(let todo) = event else { continue }
        seen.withLock { $0.append(todo.title) }
        if todo.title == last { return }
        while let mayGoOn, !mayGoOn.withLock({ $0 }) {
          try await Task.sleep(for: .milliseconds(10))
        }
      }
    }
  }

  /// The titles so far, in the order in which they came.
  var titles: [String] { seen.withLock { $0 } }

  func cancel() { task.cancel() }

  /// How it ended.
  func end() async throws -> CallEnd {
    try await withTaskCancellationHandler {
      try await Tried.run { try await task.value }.end
    } onCancel: {
      task.cancel()
    }
  }
}
