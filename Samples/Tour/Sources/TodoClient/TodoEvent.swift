internal import Maru
internal import MaruStreams

/// What happens to the todos of whoever is signed in, as the server tells it.
public nonisolated enum TodoEvent: Hashable, Sendable {
  /// There is a new one.
  case created(ChangedTodo)
  /// One is different now.
  case changed(ChangedTodo)
  /// One is gone.
  case deleted(TodoID)
  /// The server can't tell what was missed: read the list again.
  case reset
  /// Something that this version of the app does not know.
  case unknown(String)
}

/// A todo as a change has left it.
public nonisolated struct ChangedTodo: Decodable, Hashable, Sendable {
  /// Which one it is.
  public let id: TodoID
  /// What is to be done.
  public let title: String
  /// Whether it is done.
  public let done: Bool
  /// How often it was changed, from 1: one that is not above the version in a list is in it already.
  public let version: Int
}

nonisolated extension EventKinds where Event == TodoEvent {
  /// The kinds of events that the server has for todos.
  static var todos: Self {
    EventKinds(unknown: { .unknown($0.type) })
      .kind("todo.created", ChangedTodo.self) { .created($0) }
      .kind("todo.changed", ChangedTodo.self) { .changed($0) }
      .kind("todo.deleted", ChangedTodo.self) { .deleted($0.id) }
      .kind("reset") { _ in .reset }
  }
}
