internal import MaruContract
internal import MaruHTTP

/// Brings events by a `text/event-stream` response (WHATWG HTML §9.2).
struct ServerSentEventCarrier<Event: Sendable>: EventCarrier {
  let client: any ResponseOpening
  let endpoint: Endpoint<Void>
  let kinds: EventKinds<Event>
  let idle: Duration?
  let limits: EventParserLimits
  let context: CallContext

  func connect(_ connection: EventConnection<Event>) async throws -> OpeningEnd {
    let id = connection.lastEventID
    var endpoint = endpoint
    // §9.2.3: the field is sent only if there is an id.
    if !id.isEmpty {
      do {
        endpoint.headers.append(try EndpointHeader(.lastEventID, id, isSecret: false))
      } catch {
        throw CallError(
          .malformedResponse, at: .preparation,
          reason: "the server's last event id holds a control character", cause: error)
      }
    }
    return try await client.open(
      endpoint, terms: OpeningTerms(accepts: Self.mediaType, idle: idle), context: context
    ) { [kinds, limits] _, body in
      connection.opened()
      var reader = Reader(
        connection: connection, kinds: kinds,
        parser: EventParser(lastEventID: id, limits: limits))
      try await reader.read(body)
    }
  }

  /// Reads one response.
  private struct Reader {
    let connection: EventConnection<Event>
    let kinds: EventKinds<Event>
    var parser: EventParser

    mutating func read(_ body: any TransportBody) async throws {
      var piece: [UInt8] = []
      var events: [ServerSentEvent] = []
      var hasMore = true
      while hasMore {
        hasMore = try await body.next(into: &piece)
        guard !piece.isEmpty else { continue }
        var failure: EventParserFailure?
        do { try parser.read(piece, into: &events) } catch { failure = error }
        if let retry = parser.retry { connection.retry(after: retry) }
        for event in events {
          try await connection.deliver(try kinds.event(of: event), id: event.id)
        }
        if let failure {
          throw CallError(.bodyTooLarge, at: .decoding, reason: "\(failure)", cause: failure)
        }
        // An id without data moves the position, too (§9.2.6).
        connection.move(to: parser.lastEventID)
        events.removeAll(keepingCapacity: true)
        piece.removeAll(keepingCapacity: true)
      }
    }
  }

  private static var mediaType: MediaType {
    guard let type = MediaType(EventSerializer.mediaType) else {
      preconditionFailure("a literal media type that can't be read")
    }
    return type
  }
}

extension HeaderName {
  /// `Last-Event-ID` (WHATWG HTML §9.2.4).
  static let lastEventID: HeaderName = "Last-Event-ID"
}
