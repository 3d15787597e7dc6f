public import MaruContract

/// Where a server's events come from over a WebSocket, and how they are wrapped.
///
/// WebSocket carries messages and knows no events: what is a type, an id and data in one, and how a
/// server is asked to go on, is the server's own protocol, and is said here. What each kind of event
/// becomes is said by the same ``EventKinds`` as for server-sent events.
///
/// ```swift
/// struct Frame: Codable { var type: String; var id: String; var data: String }
///
/// let source = WebSocketSource(to: { _ in WebSocketRequest(url) }, credentials: session) { message in
///   guard case .text(let text) = message, text != "beat" else { return nil }
///   let frame = try JSONDecoder().decode(Frame.self, from: Data(text.utf8))
///   return ServerSentEvent(type: frame.type, data: frame.data, id: frame.id)
/// } resume: { position in .text(#"{"after":"\#(position)"}"#) }
/// ```
public struct WebSocketSource: Sendable {
  /// Makes the handshake of a connection that goes on behind a position; it is empty at the beginning.
  public typealias Request = @Sendable (_ position: String) throws -> WebSocketRequest
  /// Takes an event out of a message; nil if there is none in it.
  public typealias Unwrapping = @Sendable (WebSocketMessage) throws -> ServerSentEvent?
  /// Makes the message by which a server is asked to go on behind a position; nil if there is none.
  public typealias Resuming = @Sendable (_ position: String) throws -> WebSocketMessage?

  /// What is asked to open a connection.
  public var request: Request
  /// Whose credential goes with the handshake, as for a call: asked once more after a 401, or after a
  /// close with the code 3000, in each connection; and the connection ends when its account is signed
  /// out. Nil: none goes.
  public var credentials: (any CredentialProvider)?
  /// Takes events out of messages. An event with an empty id leaves the position where it was.
  public var unwrap: Unwrapping
  /// What is sent first.
  public var resume: Resuming
  /// When the peer is asked for a sign of life, and given up. It takes the place of
  /// ``EventStreamOptions/idle``, which means nothing here.
  public var keepAlive = WebSocketKeepAlive()
  /// The codes of closing by which this server says that there will be nothing more. None, unless told:
  /// the standard has no such code, and servers close with 1000 for any reason.
  public var overCodes: Set<WebSocketCloseCode> = []

  /// Says where events come from.
  ///
  /// - Parameters:
  ///   - request: what is asked to open a connection.
  ///   - credentials: whose credential goes with it; has no default, so that nobody forgets it.
  ///   - unwrap: takes events out of messages. What it throws ends the stream with the code
  ///     `undecodable`.
  ///   - resume: what is sent first; by default nothing.
  public init(
    to request: @escaping Request, credentials: (any CredentialProvider)?,
    unwrap: @escaping Unwrapping, resume: @escaping Resuming = { _ in nil }
  ) {
    self.request = request
    self.credentials = credentials
    self.unwrap = unwrap
    self.resume = resume
  }
}

extension CallSending {
  /// A server's events over a WebSocket, connected to when they are read; see ``EventStream``.
  ///
  /// The same stream as over server-sent events, with the same options. Its connections are no calls of
  /// the client's, which has no part in them but time and chance: a shutdown of the client does not end
  /// them.
  ///
  /// The stream ends with the code `unsupported` where the platform has no WebSocket.
  ///
  /// - Parameters:
  ///   - sockets: what opens connections.
  ///   - source: where from, and how events are wrapped.
  ///   - kinds: what each kind of event becomes.
  ///   - options: as for any stream; `idle` and `limits` have no meaning here.
  public func events<Event: Sendable>(
    over sockets: some WebSocketConnecting, from source: WebSocketSource,
    as kinds: EventKinds<Event>, options: EventStreamOptions = EventStreamOptions()
  ) -> EventStream<Event> {
    let means = timeAndChance
    return EventStream(
      WebSocketCarrier(sockets: sockets, source: source, kinds: kinds, clock: means.clock),
      options: options, timeAndChance: means)
  }
}
