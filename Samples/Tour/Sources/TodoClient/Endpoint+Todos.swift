internal import Maru

// What the server can be asked, each as a typed value. The app never sees these: it calls the
// service.

nonisolated extension Endpoint where Value == TodoPage {
  static func todos(isDone: Bool?, limit: Int, after cursor: String?) -> Self {
    .get("/v1/todos", query: ["done": isDone, "limit": limit, "cursor": cursor])
  }
}

nonisolated extension Endpoint where Value == Todo {
  static func todo(_ id: TodoID) -> Self { .get("/v1/todos/\(id)") }

  static func create(_ todo: NewTodo, _ idempotency: Idempotency) -> Self {
    .post("/v1/todos", json: todo, idempotency: idempotency)
  }

  static func change(_ id: TodoID, _ change: TodoChange) -> Self {
    .patch("/v1/todos/\(id)", json: change, idempotency: .key)
  }
}

nonisolated extension Endpoint where Value == Void {
  static func deleteTodo(_ id: TodoID) -> Self { .delete("/v1/todos/\(id)", idempotency: .key) }
}

nonisolated extension Endpoint where Value == Void {
  static func revocation(_ form: EndpointQuery) -> Self {
    .post("/v1/revoke", body: .form(form), credential: .none)
  }
}

nonisolated extension Endpoint where Value == WriteFate {
  static func fate(of key: IdempotencyKey) -> Self { .get("/v1/idempotency/\(key.rawValue)") }
}

nonisolated extension Endpoint where Value == TokenAnswer {
  static func token(_ form: EndpointQuery) -> Self {
    // The one call without a credential: it is where credentials come from.
    .post("/v1/token", body: .form(form), credential: .none)
  }
}
