import Maru
import MaruStreams

/// What the server tells of orders, as the app sees it.
nonisolated enum OrderEvent: Sendable {
  case placed(Order)
  case removed(id: String)
  /// A kind that came after this version of the app.
  case unknown(kind: String)
}

nonisolated struct RemovedOrder: Decodable, Sendable { var id: String }

nonisolated extension Orders {
  /// What happens to orders from now on.
  func events(context: CallContext) -> EventStream<OrderEvent> {
    let kinds = EventKinds<OrderEvent>(unknown: { .unknown(kind: $0.type) })
      .kind("order.placed", Order.self) { .placed($0) }
      .kind("order.removed", RemovedOrder.self) { .removed(id: $0.id) }
    var options = EventStreamOptions()
    options.buffer = .suspend(100)
    options.idle = .seconds(45)
    return client.events(
      .events("/v1/orders/events"), as: kinds, options: options, context: context)
  }

  /// The same where the server does not stream.
  func polledEvents(context: CallContext) -> EventStream<OrderEvent> {
    client.events(pollingEvery: .seconds(30), context: context) { position in
      Endpoint<[Order]>.get("/v1/orders", query: ["after": position])
    } events: { page in
      page.map { PolledEvent(.placed($0), id: $0.id) }
    }
  }

  /// All orders, page by page as they are wanted.
  func history(context: CallContext) -> PageItems<OrderPage, [Order]> {
    client.pages(next: \.next, fetching: .onePageAhead, context: context) { cursor in
      .get("/v1/orders/history", query: ["cursor": cursor])
    }
    .items(\.orders)
  }
}

nonisolated struct OrderPage: Decodable, Sendable {
  var orders: [Order]
  /// The cursor of the next page.
  var next: String?
}

/// What shows orders while they change.
final class OrderBoard {
  private(set) var orders: [Order] = []
  private(set) var isLive = false

  /// Runs as long as the screen is there: cancelling it ends the connection at once.
  func follow(_ events: EventStream<OrderEvent>) async throws {
    for try await event in events {
      switch event {
      case .placed(let order): orders.append(order)
      case .removed(let id): orders.removeAll { $0.id == id }
      case .unknown: break
      }
    }
  }

  /// For a sign beside the list.
  func watch(_ states: ConnectionStates) async {
    for await state in states { isLive = state == .open }
  }
}
