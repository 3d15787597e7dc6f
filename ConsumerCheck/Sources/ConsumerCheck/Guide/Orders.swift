import Maru

// What an SDK's author writes: one value for each thing that the server can be asked.
nonisolated extension Endpoint where Value == [Order] {
  static func orders(state: OrderState) -> Self {
    .get("/v1/orders", query: ["state": state.rawValue])
  }
}

nonisolated extension Endpoint where Value == Order {
  static func order(_ id: String) -> Self { .get("/v1/orders/\(id)") }

  static func placing(_ draft: OrderDraft, key: IdempotencyKey) -> Self {
    .post("/v1/orders", json: draft, idempotency: .given(key), deadline: .seconds(10))
  }
}

/// What the app sees: its own types, and no HTTP.
nonisolated struct Orders: Sendable {
  let client: MaruClient

  func all(in state: OrderState, context: CallContext) async throws -> [Order] {
    try await client.send(.orders(state: state), context: context)
  }

  func place(_ draft: OrderDraft, key: IdempotencyKey, context: CallContext) async throws -> Order {
    try await client.send(.placing(draft, key: key), context: context)
  }
}
