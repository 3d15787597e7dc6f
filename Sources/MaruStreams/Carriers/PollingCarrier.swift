internal import MaruContract
internal import MaruHTTP

/// Asks again and again for one resource, and brings each new version of it (RFC 9110 §13.1.2).
struct PollingCarrier<Value: Sendable>: EventCarrier {
  let client: any CallSending
  let endpoint: Endpoint<Value>
  let interval: Duration
  let context: CallContext

  func connect(_ connection: EventConnection<Value>) async throws -> OpeningEnd {
    // The position is the version, so that it holds over a lost connection.
    var version = EntityTag(connection.lastEventID)
    var pace = PollingPace(client.timeAndChance, interval: interval)
    while true {
      let answer = try await client.response(to: endpoint, unless: version, context: context)
      pace.succeeded(connection)
      if let answer {
        let new = answer.eTag
        // A server may answer in full although nothing has changed.
        let isSame = new.flatMap { new in version.map(new.matchesWeakly) } ?? false
        if !isSame { try await connection.deliver(answer.value, id: new?.description ?? "") }
        version = new
      }
      try await pace.wait()
    }
  }
}

/// Asks again and again for what follows a position, and brings what is on the page.
struct FeedPollingCarrier<Page: Sendable, Event: Sendable>: EventCarrier {
  let client: any CallSending
  let interval: Duration
  let context: CallContext
  let endpoint: @Sendable (String) -> Endpoint<Page>
  let events: @Sendable (Page) throws -> [PolledEvent<Event>]

  func connect(_ connection: EventConnection<Event>) async throws -> OpeningEnd {
    var pace = PollingPace(client.timeAndChance, interval: interval)
    // The version of the page at the present position: it is of no use at another.
    var version: EntityTag?
    while true {
      let position = connection.lastEventID
      let endpoint = endpoint(position)
      let answer = try await client.response(to: endpoint, unless: version, context: context)
      pace.succeeded(connection)
      if let answer {
        version = answer.eTag
        for event in try read(answer.value) {
          try await connection.deliver(event.event, id: event.id)
        }
      }
      if connection.lastEventID != position {
        version = nil
        // There may be more; who is behind need not wait to catch up.
        try Task.checkCancellation()
      } else {
        try await pace.wait()
      }
    }
  }

  private func read(_ page: Page) throws -> [PolledEvent<Event>] {
    do {
      return try events(page)
    } catch let error as CallError {
      throw error
    } catch {
      throw CallError(
        .undecodable, at: .decoding, reason: "a page of events can't be read", cause: error)
    }
  }
}

extension CallSending {
  /// A newer version than this one, if any is known; nil if there is none.
  fileprivate func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, unless version: EntityTag?, context: CallContext
  ) async throws -> CallResponse<Value>? {
    guard let version else { return try await response(to: endpoint, context: context) }
    return try await response(to: endpoint, unlessStill: version, context: context)
  }
}

/// When polling asks again.
private struct PollingPace {
  private let means: TimeAndChance
  private let interval: Duration
  private var isOpen = false

  init(_ means: TimeAndChance, interval: Duration) {
    self.means = means
    // A pause of nothing would ask without end.
    self.interval = max(interval, .milliseconds(100))
  }

  mutating func succeeded<Event>(_ connection: EventConnection<Event>) {
    if !isOpen { connection.opened() }
    isOpen = true
  }

  /// A tenth more at most, so that clients which began together do not stay together.
  func wait() async throws {
    let pause = interval + means.random.duration(upTo: interval / 10)
    try await means.clock.sleep(until: means.clock.now().advanced(by: pause))
  }
}
