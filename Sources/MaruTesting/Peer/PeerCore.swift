internal import MaruSystem

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What the threads of a breaking server share; they keep it, and it keeps no ``BreakingPeer``.
final class PeerCore: Sendable {
  struct State: Sendable {
    /// The first ones; `requestCount` counts all.
    var requests: [PeerRequest] = []
    var requestCount = 0
    var accepted = 0
    var open = 0
    var inFlight = 0
    var bytesSent = 0
    /// Threads that run or have ended, and were not joined yet.
    var threads: [Int: SystemThread] = [:]
    /// Those of them that have ended.
    var ended: [Int] = []
    var nextThread = 0
    var phase = Phase.running

    var counts: PeerCounts {
      var counts = PeerCounts()
      counts.accepted = accepted
      counts.open = open
      counts.requests = requestCount
      counts.inFlight = inFlight
      counts.bytesSent = bytesSent
      return counts
    }
  }

  enum Phase: Sendable { case running, stopping, stopped }

  let monitor = PeerMonitor(State())
  let port: Int
  private let listener: PeerSocket
  /// The pipe whose reading end every wait watches; closing the writing end wakes all.
  private let stopPipe: (read: Int32, write: Int32)
  private let keptBodyBytes: Int
  private let keptRequests: Int
  private let reading: @Sendable (Int, Int) -> PeerReading
  private let script: @Sendable (PeerRequest) -> [WireAct]

  init(
    keptBodyBytes: Int, keptRequests: Int,
    reading: @escaping @Sendable (Int, Int) -> PeerReading,
    script: @escaping @Sendable (PeerRequest) -> [WireAct]
  ) throws(PeerFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PeerFailure(description: "the system gives no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    stopPipe = (ends[0], ends[1])
    guard let (listener, port) = PeerSocket.listening(backlog: 512, stop: ends[0]) else {
      for end in ends { close(end) }
      throw PeerFailure(description: "the system gives no loopback port")
    }
    self.listener = listener
    self.port = port
    self.keptBodyBytes = keptBodyBytes
    self.keptRequests = keptRequests
    self.reading = reading
    self.script = script
    guard start({ core in core.acceptConnections() }) else {
      stop()
      throw PeerFailure(description: "the system gives no thread")
    }
  }

  /// Ends all threads and closes all descriptors; a second caller waits for the first.
  func stop() {
    let isFirst = monitor.update { state in
      defer { if state.phase == .running { state.phase = .stopping } }
      return state.phase == .running
    }
    guard isFirst else {
      let isOwnThread = monitor.read { $0.threads.values.contains(where: \.isCurrent) }
      // A thread of ours is what the first caller waits for: it must not wait for that one.
      if !isOwnThread { _ = monitor.wait(upTo: .seconds(60)) { $0.phase == .stopped } }
      return
    }
    close(stopPipe.write)
    // Threads may start others until the acceptor has ended, so look again.
    while let (number, thread) = monitor.read({ $0.threads.first }) {
      thread.join()
      monitor.update { _ = $0.threads.removeValue(forKey: number) }
    }
    listener.close()
    close(stopPipe.read)
    monitor.update { $0.phase = .stopped }
  }

  /// Runs `body` on a thread that ``stop()`` waits for, or `otherwise` here if there is none.
  func startWaiting(
    _ body: @escaping @Sendable () -> Void, orElse otherwise: @Sendable () -> Void
  ) {
    if !start({ _ in body() }) { otherwise() }
  }

  /// Starts a thread that is joined after its end; false if the system has none left.
  private func start(_ body: @escaping @Sendable (PeerCore) -> Void) -> Bool {
    joinEnded()
    // Under the lock, so that the thread can't tell its end before it is written down.
    return monitor.update { state in
      guard state.phase == .running else { return false }
      let number = state.nextThread
      let thread = SystemThread.start {
        body(self)
        self.monitor.update { $0.ended.append(number) }
      }
      guard let thread else { return false }
      state.nextThread += 1
      state.threads[number] = thread
      return true
    }
  }

  private func joinEnded() {
    let threads = monitor.update { state in
      defer { state.ended = [] }
      return state.phase == .running
        ? state.ended.compactMap { state.threads.removeValue(forKey: $0) } : []
    }
    for thread in threads { thread.join() }
  }

  private func acceptConnections() {
    while listener.wait(for: POLLIN) == .ready {
      guard let socket = listener.accepted() else {
        // Out of descriptors, or the client left before: neither is a reason to turn in circles.
        guard listener.sleep(.milliseconds(5)) == .timedOut else { return }
        continue
      }
      let number = monitor.update { state in
        defer { state.accepted += 1 }
        state.open += 1
        return state.accepted
      }
      let isServed = start { core in core.serve(socket, number: number) }
      if !isServed { end(socket) }
    }
  }

  private func end(_ socket: PeerSocket) {
    socket.close()
    monitor.update { $0.open -= 1 }
  }

  /// Answers the requests of one connection.
  private func serve(_ socket: PeerSocket, number connection: Int) {
    defer { end(socket) }
    var reader = PeerRequestReader(socket: socket)
    var number = 0
    while true {
      let wanted = reading(connection, number)
      var request = PeerRequest(connection: connection, number: number)
      if wanted != .nothing {
        guard let head = reader.head(connection: connection, number: number) else { return }
        request = head
      }
      if wanted == .request {
        if PeerRequestReader.expectsContinue(request) {
          guard send("HTTP/1.1 100 Continue\r\n\r\n", on: socket) else { return }
        }
        reader.readBody(of: &request, keeping: keptBodyBytes)
      }
      let seen = request
      monitor.update {
        $0.inFlight += 1
        guard wanted != .nothing else { return }
        $0.requestCount += 1
        if $0.requests.count < keptRequests { $0.requests.append(seen) }
      }
      defer { monitor.update { $0.inFlight -= 1 } }
      guard wanted != .request || request.isBodyWhole else { return }
      let isUnread =
        wanted == .nothing || wanted == .head && PeerRequestReader.hasBody(request)
      var player = PeerPlayer(socket: socket, request: request) { count in
        self.monitor.update { $0.bytesSent += count }
      }
      switch player.play(script(request)) {
      case .next where wanted == .request: number += 1
      case .next, .closed:
        if isUnread { linger(socket) }
        return
      case .reset:
        socket.makeCloseReset()
        return
      }
    }
  }

  private func send(_ text: String, on socket: PeerSocket) -> Bool {
    socket.send(Array(text.utf8)) { count in self.monitor.update { $0.bytesSent += count } }
  }

  /// Lets the client read what was sent: closing over unread bytes would reset the connection
  /// (RFC 9112 §9.6).
  private func linger(_ socket: PeerSocket) {
    socket.endSending()
    let deadline = PeerTime.now() + .seconds(1)
    while PeerTime.now() < deadline, case .bytes = socket.read(upTo: .milliseconds(250)) {}
  }
}
