public import Maru
public import MaruStreams

/// The todos of whoever is signed in.
///
/// What an SDK hands to an app: its own types in and out, no request, no JSON, no callback. Every
/// method throws `CallError`, or `CancellationError` if the caller's task was cancelled.
public struct TodoService: Sendable {
  private let client: MaruClient
  /// On whose behalf calls are made.
  public var context = CallContext()
  /// Fields that go with every call.
  public var headers: [EndpointHeader] = []
  /// How long each call may take, all attempts together; nil: as long as the client says.
  public var deadline: Duration?

  /// Uses a client, which the caller keeps and shuts down.
  public init(_ client: MaruClient) {
    self.client = client
  }

  /// Reads a part of the list.
  public func page(
    isDone: Bool? = nil, limit: Int = 50, after cursor: String? = nil
  ) async throws -> TodoPage {
    try await send(.todos(isDone: isDone, limit: limit, after: cursor))
  }

  /// Reads the whole list, part by part.
  public func all(pageSize: Int = 50) async throws -> [Todo] {
    var todos: [Todo] = []
    var cursor: String?
    repeat {
      let page = try await page(limit: pageSize, after: cursor)
      todos += page.items
      cursor = page.nextCursor
    } while cursor != nil
    return todos
  }

  /// Reads one todo.
  public func todo(_ id: TodoID) async throws -> Todo {
    try await send(.todo(id))
  }

  /// Makes a todo, once, however often it has to be sent.
  ///
  /// - Parameter key: what the app can ask ``fate(of:)`` with; nil: Maru makes one.
  public func create(_ title: String, key: IdempotencyKey? = nil) async throws -> Todo {
    try await send(.create(NewTodo(title: title), key.map(Idempotency.given) ?? .key))
  }

  /// Gives a todo another title.
  public func rename(_ id: TodoID, to title: String) async throws -> Todo {
    try await send(.change(id, TodoChange(title: title)))
  }

  /// Marks a todo as done.
  public func complete(_ id: TodoID) async throws -> Todo {
    try await send(.change(id, TodoChange(done: true)))
  }

  /// Removes a todo.
  public func delete(_ id: TodoID) async throws {
    try await send(.deleteTodo(id))
  }

  /// What became of a write whose answer did not come; nil if the server never did it.
  public func fate(of key: IdempotencyKey) async throws -> WriteFate? {
    do {
      return try await send(.fate(of: key))
    } catch let error as CallError where error.code == .notFound {
      return nil
    }
  }

  /// What happens from now on. Connected when it is read; comes back by itself.
  ///
  /// - Parameter options: among them what becomes of events that come faster than they are read.
  public func events(_ options: EventStreamOptions = EventStreamOptions()) -> EventStream<TodoEvent>
  {
    client.events(
      .events("/v1/events", headers: headers), as: .todos, options: options, context: context)
  }

  private func send<Value: Sendable>(_ endpoint: Endpoint<Value>) async throws -> Value {
    var endpoint = endpoint
    endpoint.headers += headers
    endpoint.deadline = deadline
    return try await client.send(endpoint, context: context)
  }
}
