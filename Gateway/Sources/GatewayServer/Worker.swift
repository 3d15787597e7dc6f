internal import CEvent
internal import GatewayHTTP
internal import MaruHTTP
internal import MaruSystem

/// One event loop with the connections that it serves.
final class Worker: @unchecked Sendable {
  // @unchecked: the mutable properties are touched only on the loop's thread, or before it starts
  // and after it ended.

  let loop: EventLoop
  let configuration: ServerConfiguration
  let handler: any Handler
  let activity: Locked<ServerActivity>
  let http: OpaquePointer
  private var acceptor: OpaquePointer?
  private var sweep: OpaquePointer?
  private var connections: [OpaquePointer: Connection] = [:]
  private var lingering: [ObjectIdentifier: LingeringClose] = [:]
  private(set) var drain: Drain?
  /// The streams that follow a channel, by the channel's name.
  var followers: [String: [ObjectIdentifier: ServerStream]] = [:]
  /// Up to which place everything has been handed to those who follow.
  var published = Int64.min
  let ended = Latch()

  init(
    configuration: ServerConfiguration, handler: any Handler, socket: ListeningSocket,
    activity: Locked<ServerActivity>
  ) throws(StartFailure) {
    loop = try EventLoop()
    guard let http = evhttp_new(loop.base) else { throw .outOfMemory }
    self.configuration = configuration
    self.handler = handler
    self.activity = activity
    self.http = http
    let limits = configuration.limits
    // The gate is stricter; these are what evhttp would hold to if the gate failed.
    evhttp_set_max_headers_size(http, limits.headBytes)
    evhttp_set_max_body_size(http, limits.bodyBytes)
    evhttp_set_timeout(http, 3600)
    evhttp_set_allowed_methods(http, Self.methods)
    let context = Unmanaged.passUnretained(self).toOpaque()
    evhttp_set_bevcb(
      http,
      { _, context in
        // The worker outlives its evhttp: 'Server' keeps it until the loop has ended.
        context.flatMap { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue().accept() }
      }, context)
    evhttp_set_gencb(
      http,
      { request, context in
        guard let request, let context else { return }
        Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue().received(request)
      }, context)
    acceptor = evhttp_accept_socket_with_handle(http, socket.descriptor)
    sweep = event_new(
      loop.base, -1, Int16(EV_PERSIST),
      { _, _, context in
        guard let context else { return }
        Unmanaged<Worker>.fromOpaque(context).takeUnretainedValue().lookAtTime()
      }, context)
    guard acceptor != nil, sweep != nil else { throw .outOfMemory }
    setSweep(every: 250_000)
  }

  private static let methods = [
    EVHTTP_REQ_GET, EVHTTP_REQ_HEAD, EVHTTP_REQ_POST, EVHTTP_REQ_PUT, EVHTTP_REQ_PATCH,
    EVHTTP_REQ_DELETE, EVHTTP_REQ_OPTIONS,
  ].reduce(UInt16(0)) { $0 | UInt16($1.rawValue) }

  private func setSweep(every microseconds: Int) {
    var interval = timeval(tv_sec: 0, tv_usec: .init(microseconds))
    event_add(sweep, &interval)
  }

  func start() throws(StartFailure) {
    try loop.start { [self] in
      release()
      ended.open()
    }
  }

  /// Frees what the loop had, on its thread, when it has ended.
  private func release() {
    for task in connections.values.compactMap(\.work) { task.cancel() }
    // A handler that still runs will come back to its request: then nothing may be freed. The
    // process is about to exit.
    guard connections.values.allSatisfy({ $0.work == nil }) else { return }
    if let sweep { event_free(sweep) }
    sweep = nil
    evhttp_free(http)
  }

  // MARK: - Connections

  /// Makes the buffers of a connection that evhttp is accepting.
  private func accept() -> OpaquePointer? {
    // Without memory evhttp would go on with a bufferevent of its own, past the gate.
    guard let connection = Connection(base: loop.base, limits: configuration.limits, now: .now)
    else { fatalError("the system has no memory left for a connection") }
    connections[connection.bufferevent] = connection
    let open = activity.withLock { activity in
      activity.open += 1
      activity.accepted += 1
      return activity.open
    }
    // evhttp sets the descriptor and its callbacks after this returns, and before the loop's next
    // turn, in which this runs.
    loop.submit { [self] in adopt(connection, open: open) }
    return connection.bufferevent
  }

  private func adopt(_ connection: Connection, open: Int) {
    // evhttp's callbacks have its connection as their argument (libevent 2.1 and 2.2); there is no
    // other way to it before the first request. It is nil if evhttp gave the connection up at
    // once; the bufferevent itself is freed after this turn only.
    var context: UnsafeMutableRawPointer?
    bufferevent_getcb(connection.bufferevent, nil, nil, nil, &context)
    guard let context else { return closed(connection) }
    evhttp_connection_set_closecb(
      OpaquePointer(context),
      { _, context in
        guard let context else { return }
        // The table has it until this very call.
        let connection = Unmanaged<Connection>.fromOpaque(context).takeUnretainedValue()
        connection.worker?.closed(connection)
      }, Unmanaged.passUnretained(connection).toOpaque())
    connection.worker = self
    guard open > configuration.maximumConnections else { return }
    // A few more are told why; a flood is not worth an answer each.
    if open <= configuration.maximumConnections + 256 {
      connection.refuseNow(.tooManyConnections)
    } else {
      connection.hangUp()
    }
  }

  private func closed(_ connection: Connection) {
    connection.detach()
    connection.stream?.finish(.left)
    guard connections.removeValue(forKey: connection.bufferevent) != nil else { return }
    let wasInFlight = connection.isInFlight
    activity.withLock { activity in
      activity.open -= 1
      if wasInFlight { activity.requestsInFlight -= 1 }
    }
  }

  func connection(of request: OpaquePointer) -> Connection? {
    guard let peer = evhttp_request_get_connection(request),
      let bufferevent = evhttp_connection_get_bufferevent(peer)
    else { return nil }
    return connections[bufferevent]
  }

  func linger(_ connection: Connection) {
    let close = LingeringClose(descriptor: connection.descriptor, base: loop.base) { [self] in
      lingering[$0] = nil
    }
    if let close { lingering[ObjectIdentifier(close)] = close }
  }

  // MARK: - Time

  private func lookAtTime() {
    configuration.onSweep()
    let now = ContinuousClock.now
    let patience = Patience(configuration.limits)
    let draining = drain.map { now - $0.start }
    for connection in connections.values {
      if let stream = connection.stream {
        if draining != nil { stream.finish(.stopping) } else { stream.look() }
        continue
      }
      let verdict = patience.judge(
        connection.phase, age: now - connection.phaseStart, isFresh: connection.isFresh,
        isRefused: connection.isLettingGo, draining: draining)
      switch verdict {
      case .wait: break
      case .refuse: connection.refuseNow(.tooSlow)
      case .hangUp: connection.hangUp()
      }
    }
    guard var drain else { return }
    if drain.tick(), let acceptor {
      evhttp_del_accept_socket(http, acceptor)
      self.acceptor = nil
    }
    self.drain = drain
    if acceptor == nil, connections.isEmpty, lingering.isEmpty { loop.stop() }
  }

  /// Stops accepting, and ends the loop when every request that arrived has its answer.
  func beginDrain() {
    loop.submit { [self] in
      guard drain == nil else { return }
      drain = Drain(start: .now)
      setSweep(every: 20_000)
    }
  }

  /// Ends the loop whatever is going on.
  func abandon() {
    loop.submit { [self] in loop.stop() }
  }
}
