public import MaruContract

/// An event that was found by polling, and where to go on behind it.
public struct PolledEvent<Event: Sendable>: Sendable {
  /// What the reader gets.
  public var event: Event
  /// The position behind it, as the next request names it.
  public var id: String

  /// Makes an event.
  public init(_ event: Event, id: String) {
    self.event = event
    self.id = id
  }
}

extension CallSending {
  /// Each version of a resource, asked for again and again: for servers that do not stream.
  ///
  /// The same stream as over server-sent events, with the same options. A version is told by its
  /// `ETag`, is not sent again while it holds (304), and comes once, also over a lost connection;
  /// without an `ETag` each answer counts as a version. Versions between two requests are missed.
  ///
  /// - Parameters:
  ///   - endpoint: the resource.
  ///   - interval: how long to wait between an answer and the next request, up to a tenth longer; 100
  ///     milliseconds at least.
  ///   - options: as for any stream; `idle` and `limits` have no meaning here.
  ///   - context: on whose behalf.
  public func versions<Value: Sendable>(
    of endpoint: Endpoint<Value>, every interval: Duration,
    options: EventStreamOptions = EventStreamOptions(), context: CallContext = CallContext()
  ) -> EventStream<Value> {
    EventStream(
      PollingCarrier(client: self, endpoint: endpoint, interval: interval, context: context),
      options: options, timeAndChance: timeAndChance)
  }

  /// A server's events, asked for page by page behind the last one that came.
  ///
  /// The same stream as over server-sent events: once and in order, if the server keeps its promise to
  /// send what follows a position. Who is behind asks again at once; who is not waits.
  ///
  /// - Parameters:
  ///   - interval: how long to wait behind a page without events, up to a tenth longer; 100
  ///     milliseconds at least.
  ///   - options: as for any stream; `idle` and `limits` have no meaning here.
  ///   - context: on whose behalf.
  ///   - endpoint: how to ask for what follows a position; it is empty at the beginning.
  ///   - events: what is on a page. What it throws ends the stream.
  public func events<Page: Sendable, Event: Sendable>(
    pollingEvery interval: Duration, options: EventStreamOptions = EventStreamOptions(),
    context: CallContext = CallContext(),
    _ endpoint: @escaping @Sendable (String) -> Endpoint<Page>,
    events: @escaping @Sendable (Page) throws -> [PolledEvent<Event>]
  ) -> EventStream<Event> {
    EventStream(
      FeedPollingCarrier(
        client: self, interval: interval, context: context, endpoint: endpoint, events: events),
      options: options, timeAndChance: timeAndChance)
  }
}
