public import MaruContract
internal import MaruHTTP

extension ResponseOpening {
  /// A server's events, connected to when they are read; see ``EventStream``.
  ///
  /// - Parameters:
  ///   - endpoint: where they come from; made by `Endpoint.events(…)`.
  ///   - kinds: what each kind of event becomes.
  ///   - options: buffer, reconnecting, limits.
  ///   - context: on whose behalf. Without a request id each connection gets its own.
  public func events<Event: Sendable>(
    _ endpoint: Endpoint<Void>, as kinds: EventKinds<Event>,
    options: EventStreamOptions = EventStreamOptions(), context: CallContext = CallContext()
  ) -> EventStream<Event> {
    EventStream(
      ServerSentEventCarrier(
        client: self, endpoint: endpoint, kinds: kinds, idle: options.idle,
        limits: options.limits, context: context),
      options: options, timeAndChance: timeAndChance)
  }

  /// A server's events as they come.
  public func events(
    _ endpoint: Endpoint<Void>, options: EventStreamOptions = EventStreamOptions(),
    context: CallContext = CallContext()
  ) -> EventStream<ServerSentEvent> {
    events(endpoint, as: .raw, options: options, context: context)
  }
}

extension Endpoint where Value == Void {
  /// Where a server's events come from.
  ///
  /// - Parameters:
  ///   - path: below the client's base address.
  ///   - query: what the address asks for.
  ///   - credential: whether a credential goes along; one must, unless told.
  ///   - deadline: the time until the stream is open; nil: the client's for a call.
  ///   - headers: fields beside those that every call has.
  public static func events(
    _ path: EndpointPath, query: EndpointQuery = [:], credential: CredentialNeed = .required,
    deadline: Duration? = nil, headers: [EndpointHeader] = []
  ) -> Endpoint {
    Endpoint(
      .get, path, query: query, response: .nothing, credential: credential, deadline: deadline,
      headers: headers)
  }
}
