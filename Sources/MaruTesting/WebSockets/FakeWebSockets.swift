public import MaruContract
internal import MaruSystem

/// One thing that a fake peer does with a WebSocket connection.
///
/// Acts are played as messages are asked for. A script that ends stays open, and answers pings.
public enum WebSocketAct: Sendable, Hashable {
  /// Sends a message.
  case send(WebSocketMessage)
  /// Does nothing for a while.
  case pause(Duration)
  /// Closes with a code.
  case close(WebSocketCloseCode)
  /// Loses the connection without a closing frame.
  case lose
  /// Answers neither ping nor message any more, as a machine that is gone does.
  case hold
}

/// What a fake peer answers a handshake.
public enum WebSocketAnswer: Sendable {
  /// Lets nobody in, with a status of HTTP.
  case refuse(status: Int, retryAfter: Duration? = nil)
  /// Never answers.
  case ignore
  /// Opens, and plays acts.
  case open([WebSocketAct])
  /// Opens, waits for the first message, and plays acts.
  case listen(@Sendable (WebSocketMessage) -> [WebSocketAct])
}

/// WebSocket connections without a network: a peer is a function.
///
/// It keeps what `WebSocketConnecting` promises: cancelling ends everything at once, and nothing is
/// left when a connection is over.
public final class FakeWebSockets: WebSocketConnecting {
  /// What answers; called once for each handshake.
  public typealias Server = @Sendable (WebSocketRequest) -> WebSocketAnswer

  private struct State {
    var requests: [WebSocketRequest] = []
    var open = 0
    var pings = 0
  }
  private let state = Locked(State())
  private let clock: any MonotonicClock
  private let server: Server

  /// Makes a network with a peer.
  ///
  /// - Parameters:
  ///   - clock: what pauses are measured by.
  ///   - server: what answers.
  public init(clock: any MonotonicClock, server: @escaping Server) {
    self.clock = clock
    self.server = server
  }

  /// Every handshake that was asked for.
  public var requests: [WebSocketRequest] { state.withLock { $0.requests } }
  /// How many connections there are, those that are being made among them.
  public var openCount: Int { state.withLock { $0.open } }
  /// How many pings were sent, over all connections.
  public var pingCount: Int { state.withLock { $0.pings } }

  /// Opens a connection; see `WebSocketConnecting`.
  public func connect(
    _ request: WebSocketRequest, use: (any WebSocketConnection) async throws -> Void
  ) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      state.requests.append(request)
      state.open += 1
    }
    defer { state.withLock { $0.open -= 1 } }
    let connection: FakeWebSocket
    let pinged: @Sendable () -> Void = { [weak self] in self?.state.withLock { $0.pings += 1 } }
    switch server(request) {
    case .refuse(let status, let wait):
      throw WebSocketFailure.refused(status: status, retryAfter: wait)
    case .ignore: return try await Self.sleepForGood(clock)
    case .open(let acts):
      connection = FakeWebSocket(clock: clock, acts: acts, listen: nil, pinged: pinged)
    case .listen(let listen):
      connection = FakeWebSocket(clock: clock, acts: [], listen: listen, pinged: pinged)
    }
    try await use(connection)
  }

  /// Until it is cancelled: no test is as long as a day.
  static func sleepForGood(_ clock: any MonotonicClock) async throws {
    try await clock.sleep(until: clock.now().advanced(by: .seconds(86_400)))
    throw WebSocketFailure.failed(
      TransportFailure(.timedOut, arrival: .possible, reason: "a day has passed"))
  }
}
