import Foundation
import MaruContract
import MaruHTTP
import MaruStreams
import MaruTesting

/// The events of the streams' contract, as each carrier's server sends them and its client reads them.
enum NumberEvents {
  struct Page: Codable, Sendable {
    var events: [Item]
  }
  struct Item: Codable, Sendable {
    var number: Int
    var text: String
  }

  static let kinds = EventKinds<StreamSourceEvent>(
    unknown: { StreamSourceEvent(number: -1, text: $0.type) }
  ).kind("number") { StreamSourceEvent(number: Int($0.id) ?? -2, text: $0.data) }

  static let unreadable: [ServerAct] = ServerAct.response(500)

  // MARK: Server-sent events

  /// What a server of server-sent events does.
  static func sse(_ acts: [StreamAct]) -> [ServerAct] {
    if let whole = refusal(acts.first) { return whole }
    if acts.first == .hold { return [.hold] }
    var fields = HeaderFields()
    try? fields.append("text/event-stream", for: .contentType)
    var result = [ServerAct.head(status: 200, fields: fields)]
    for act in acts {
      switch act {
      case .event(let number): result.append(.body(bytes(of: number)))
      case .alive: result.append(.body(EventSerializer.heartbeat))
      case .pause(let duration): result.append(.pause(duration))
      // Half an event counts for nothing, its id neither.
      case .lose: return result + [.body(Array("id: 99\ndata: ha".utf8)), .cut]
      case .end: return result + [.end]
      case .hold: return result + [.hold]
      case .over, .refuse: return unreadable
      }
    }
    return result + [.hold]
  }

  private static func bytes(of number: Int) -> [UInt8] {
    let text = StreamSourceEvent(number: number).text
    return (try? EventSerializer.bytes(type: "number", data: text, id: "\(number)")) ?? []
  }

  private static func refusal(_ act: StreamAct?) -> [ServerAct]? {
    switch act {
    case .refuse(let status, let wait):
      ServerAct.response(
        status, wait.map { [(.retryAfter, "\($0.components.seconds)")] } ?? [])
    case .over: ServerAct.response(204)
    default: nil
    }
  }

  // MARK: Polling

  /// What a server of pages does: everything until the fate is one page.
  static func page(_ acts: [StreamAct]) -> [ServerAct] {
    if let whole = refusal(acts.first) { return whole }
    var items: [Item] = []
    var before: [ServerAct] = []
    var isLost = false
    for act in acts {
      switch act {
      case .event(let number):
        items.append(Item(number: number, text: StreamSourceEvent(number: number).text))
      case .pause(let duration): before.append(.pause(duration))
      case .hold: return before + [.hold]
      case .lose: isLost = true
      case .alive, .end: break
      case .over, .refuse: return unreadable
      }
    }
    guard let body = try? JSONEncoder().encode(Page(events: items)) else { return unreadable }
    let whole = ServerAct.response(200, [(.contentType, "application/json")], body: Array(body))
    guard isLost else { return before + whole }
    return before + [whole[0], .body(Array(body.prefix(body.count / 2))), .cut]
  }

  static func endpoint(_ position: String) -> Endpoint<Page> {
    .get("/v1/numbers", query: ["after": position], credential: .none)
  }

  static func events(of page: Page) -> [PolledEvent<StreamSourceEvent>] {
    page.events.map {
      PolledEvent(StreamSourceEvent(number: $0.number, text: $0.text), id: "\($0.number)")
    }
  }
}

extension EventStreamOptions {
  /// The options that are meant by the contract's terms.
  init(_ terms: StreamSourceTerms) {
    self.init()
    buffer =
      switch terms.buffer {
      case .suspend(let count): .suspend(count)
      case .newest(let count): .newest(count)
      case .oldest(let count): .oldest(count)
      case .unbounded: .unbounded
      }
    idle = terms.silence
    whenEnded = terms.endsWithItsConnection ? .finish : .reconnect
    lastEventID = terms.position == 0 ? "" : "\(terms.position)"
  }
}

extension StreamSource {
  /// The contract's view of a stream.
  init(_ stream: EventStream<StreamSourceEvent>) {
    self.init(stream, droppedEvents: { stream.droppedEvents }, event: { $0 })
  }
}
