internal import CEvent
internal import GatewayHTTP

#if canImport(Glibc)
  internal import Glibc
#else
  internal import Darwin
#endif

/// An answer that goes on: the queue between what is sent and what its client takes.
///
/// What is sent goes to the system at once if nothing is queued, and behind what is queued if
/// something is: one write for each publication and client, and no copy but the system's own.
final class ServerStream: StreamSender, @unchecked Sendable {
  // @unchecked: everything but the constants is touched on the loop's thread only; what may be called
  // from elsewhere hops there first.

  let body: ResponseStream
  private let worker: Worker
  private let connection: Connection
  private let request: OpaquePointer
  private let output: OpaquePointer
  private let isChunked: Bool
  private let start: ContinuousClock.Instant
  /// How many bytes go out before the connection breaks on purpose; nil: it does not.
  private var bytesToBreak: Int?
  private var isBreaking = false

  private var patience: StreamPatience
  private var catchUp = CatchUp(behind: .min)
  private var isOver = false
  private var total = 0
  private var publications = 0
  private var waiting: CheckedContinuation<Bool, Never>?
  private var draining: OpaquePointer?

  /// Takes over a request whose head is on its way; on the loop's thread.
  init(
    _ body: ResponseStream, on connection: Connection, request: OpaquePointer, of worker: Worker,
    breaksAfter bytes: Int?
  ) {
    self.body = body
    self.connection = connection
    self.request = request
    self.worker = worker
    bytesToBreak = bytes
    // evhttp chooses by the client's version, and says so in the head that it has written.
    isChunked =
      evhttp_find_header(evhttp_request_get_output_headers(request), "Transfer-Encoding") != nil
    output = bufferevent_get_output(connection.bufferevent)
    start = .now
    patience = StreamPatience(body.terms, now: .zero)
    tuneSocket()
  }

  private var queued: Int { evbuffer_get_length(output) }
  private var age: Duration { .now - start }

  // MARK: - From anywhere

  func send(_ bytes: [UInt8]) async -> Bool {
    await withCheckedContinuation { continuation in
      worker.loop.submit { [self] in sendSlowly(bytes, continuation) }
    }
  }

  func follow(behind place: Int64) async -> StreamJoin {
    await withCheckedContinuation { continuation in
      worker.loop.submit { [self] in continuation.resume(returning: join(behind: place)) }
    }
  }

  func end(_ reason: StreamEnd.Reason) {
    worker.loop.submit { [self] in finish(reason) }
  }

  // MARK: - On the loop

  private func sendSlowly(_ bytes: [UInt8], _ continuation: CheckedContinuation<Bool, Never>) {
    guard !isOver else { return continuation.resume(returning: false) }
    patience.sentSlowly(at: age)
    write(wire(PublishedBatch.Block(bytes)))
    guard !patience.hasRoom(queued: queued) else { return continuation.resume(returning: true) }
    waiting = continuation
    watchDraining()
  }

  private func join(behind place: Int64) -> StreamJoin {
    guard !isOver else { return .isOver }
    let reached = CatchUp(behind: place)
    guard reached.mayFollow(published: worker.published) else { return .isBehind }
    catchUp = reached
    worker.followers[body.channel, default: [:]][ObjectIdentifier(self)] = self
    return .follows
  }

  /// Sends what was published and is behind the stream's place.
  func deliver(_ channel: PublishedBatch.Channel) {
    guard !isOver else { return }
    if let first = channel.places.first, first > catchUp.place {
      for place in channel.places where catchUp.takes(place) { publications += 1 }
      write(wire(channel.whole))
    } else {
      for (place, block) in zip(channel.places, channel.blocks) where catchUp.takes(place) {
        publications += 1
        write(wire(block))
      }
    }
    if patience.sent(queued: queued, at: age) == .letGo { finish(.slow) }
  }

  /// Time has passed.
  func look() {
    switch patience.look(queued: queued, total: total, at: age) {
    case .nothing: break
    case .sendHeartbeat:
      write(wire(PublishedBatch.Block(body.terms.heartbeat)))
      patience.sentSlowly(at: age)
    case .letGo: finish(.slow)
    }
  }

  /// Ends the stream: the client gets the last words behind what is queued, and a body that is whole.
  func finish(_ reason: StreamEnd.Reason) {
    guard !isOver else { return }
    // What is to break must not end well.
    if isBreaking, reason != .left { return connection.hangUp() }
    isOver = true
    worker.ended(self)
    if let draining { evbuffer_remove_cb_entry(output, draining) }
    draining = nil
    waiting?.resume(returning: false)
    waiting = nil
    connection.stream = nil
    body.onEnd(
      StreamEnd(reason: reason, duration: age, publications: publications, bytes: total))
    if reason == .left {
      // evhttp has let go of the request and leaves it to us, unless evhttp itself is being freed.
      if evhttp_request_get_connection(request) == nil { evhttp_send_reply_end(request) }
      return
    }
    write(wire(PublishedBatch.Block(body.farewell(reason))))
    connection.beganAnswering()
    evhttp_send_reply_end(request)
  }

  // MARK: - Bytes

  private func wire(_ block: PublishedBatch.Block) -> [UInt8] {
    isChunked ? block.chunk : block.plain
  }

  private func write(_ bytes: [UInt8]) {
    guard let limit = bytesToBreak else { return put(bytes[...]) }
    put(bytes.prefix(limit))
    bytesToBreak = max(0, limit - bytes.count)
    guard bytes.count >= limit, !isBreaking, !isOver else { return }
    isBreaking = true
    if queued == 0 { connection.hangUp() } else { watchDraining() }
  }

  private func put(_ bytes: ArraySlice<UInt8>) {
    total += bytes.count
    bytes.withUnsafeBytes { all in
      var sent = 0
      if queued == 0, !all.isEmpty {
        let count = transmit(all, to: connection.descriptor)
        // evhttp hears of it by the socket, and frees everything its usual way.
        guard count >= 0 || isOnlyBusy(errno) else { return connection.hangUp() }
        sent = max(0, count)
      }
      guard sent < all.count, let rest = all.baseAddress else { return }
      evbuffer_add(output, rest + sent, all.count - sent)
    }
  }

  private func watchDraining() {
    guard draining == nil else { return }
    draining = evbuffer_add_cb(
      output,
      { _, info, context in
        guard let info, let context, info.pointee.n_deleted > 0 else { return }
        // The connection keeps the stream until it is over, which removes this callback.
        Unmanaged<ServerStream>.fromOpaque(context).takeUnretainedValue().drained()
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  private func drained() {
    if isBreaking, queued == 0 { connection.hangUp() }
    guard let waiting, patience.hasRoom(queued: queued) else { return }
    self.waiting = nil
    waiting.resume(returning: true)
  }

  /// Keeps what waits in the system small, and has the system notice a client that has vanished.
  private func tuneSocket() {
    let descriptor = connection.descriptor
    var size = Int32(64 * 1024)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    #if os(Linux)
      // Else an unplugged client's data would be sent again and again for a quarter of an hour. One
      // that is there and takes nothing is let go before.
      var milliseconds = Int32(clamping: Int(body.terms.heartbeatInterval / .milliseconds(1)) * 3)
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &milliseconds,
        socklen_t(MemoryLayout<Int32>.size))
    #endif
  }
}

private func transmit(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
  send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
}

private func isOnlyBusy(_ number: Int32) -> Bool {
  number == EAGAIN || number == EWOULDBLOCK || number == EINTR
}
