internal import Foundation
internal import GatewayHTTP
internal import GatewayStore
internal import MaruHTTP

/// `/v1/todos`: each user's own list.
struct TodoEndpoints: Sendable {
  let store: any Store
  let writes: IdempotentWrites
  let surroundings: Surroundings

  func list(_ call: Call) async throws -> Response {
    let query = try TodoListQuery(call.request.target)
    let user = call.user.userID
    if call.request.fields.contains("If-None-Match") {
      let version = Version(listAt: try await store.reader.lastChange(of: user))
      if let answer = try version.notModified(call.request) { return answer }
    }
    let page = try await store.reader.todos(
      of: user, query.filter, before: query.place, limit: query.limit)
    var response = try Response.json(
      PageDocument(
        items: page.todos.map(TodoDocument.init),
        nextCursor: page.next.map(ListCursor.text))
    ).with(Version(listAt: page.lastChange))
    if let next = page.next { response.setKnown(query.link(to: next), for: "Link") }
    return response
  }

  func read(_ call: Call) async throws -> Response {
    guard let todo = try await store.reader.todo(id: call.id, of: call.user.userID) else {
      throw Problem.notFound
    }
    if let answer = try Version(todo.version).notModified(call.request) { return answer }
    return try Self.answer(todo)
  }

  func create(_ call: Call) async throws -> Response {
    let input = try call.decode(NewTodo.self)
    let title = try TodoTitle.validate(input.title)
    let categoryID = input.categoryId?.lowercased()
    let user = call.user.userID
    let id = surroundings.makeUUID()
    let now = surroundings.now()
    return try await writes.perform(call) { transaction in
      if let categoryID { try Self.check(categoryID, of: user, transaction) }
      let todo = try transaction.createTodo(
        id: id, title: title, isDone: input.done ?? false, categoryID: categoryID, of: user,
        at: now)
      var response = try Self.answer(todo, status: 201)
      response.setKnown("/v1/todos/\(id)", for: .location)
      return response
    }
  }

  func change(_ call: Call) async throws -> Response {
    let patch = try call.decode(TodoPatch.self)
    let title = try patch.title.map(TodoTitle.validate)
    let user = call.user.userID
    let now = surroundings.now()
    return try await writes.perform(call) { transaction in
      try Self.check(call, transaction)
      if case .category(let id) = patch.category { try Self.check(id, of: user, transaction) }
      guard
        let todo = try transaction.changeTodo(
          id: call.id, title: title, isDone: patch.done, category: patch.category, of: user,
          at: now)
      else { throw Problem.notFound }
      return try Self.answer(todo)
    }
  }

  func delete(_ call: Call) async throws -> Response {
    let user = call.user.userID
    let now = surroundings.now()
    return try await writes.perform(call) { transaction in
      try Self.check(call, transaction)
      guard try transaction.deleteTodo(id: call.id, of: user, at: now) else {
        throw Problem.notFound
      }
      return Response(status: 204)
    }
  }

  /// Inside the transaction: nobody changes the todo between the look and the change.
  private static func check(_ call: Call, _ transaction: any StoreTransaction) throws {
    guard let todo = try transaction.todo(id: call.id, of: call.user.userID) else {
      throw Problem.notFound
    }
    try Version(todo.version).check(call.request)
  }

  private static func check(
    _ categoryID: String, of user: String, _ transaction: any StoreTransaction
  ) throws {
    guard try transaction.category(id: categoryID, of: user) != nil else {
      throw Problem.invalid([
        Problem.FieldError(pointer: "/categoryId", detail: "is no category of the caller's")
      ])
    }
  }

  private static func answer(_ todo: Todo, status: Int = 200) throws -> Response {
    try .json(TodoDocument(todo), status: status).with(Version(todo.version))
  }
}
