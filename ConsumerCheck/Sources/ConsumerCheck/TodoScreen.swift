import Maru

/// A screen's state: on the main actor without saying so.
final class TodoScreen {
  private(set) var todo: Todo
  private(set) var log: [String] = []
  private let todos: Todos
  private let context = CallContext()

  init(todo: Todo, todos: Todos) {
    self.todo = todo
    self.todos = todos
  }

  func rename(to title: String) async throws {
    let id = todo.id
    // The README shows these lines, too.
    do {
      todo = try await todos.rename(id, to: title, context: context)
    } catch is CancellationError {
    } catch let error as CallError {
      switch error.code {
      case .invalidRequest: show(error.fieldErrors)
      case .deadlineExceeded where error.outcome == .unknown: ask(about: error.idempotencyKey)
      case .rateLimited, .unavailable: comeBack(after: error.retryAfter)
      default: show(error)
      }
    }
  }

  private func show(_ errors: [ProblemDetails.FieldError]) {
    log += errors.map { "\($0.field): \($0.message)" }
  }

  private func ask(about key: IdempotencyKey?) {
    log.append("ask about a key")
  }

  private func comeBack(after delay: Duration?) {
    log.append("come back")
  }

  private func show(_ error: CallError) {
    log.append(error.code.rawValue)
  }
}
