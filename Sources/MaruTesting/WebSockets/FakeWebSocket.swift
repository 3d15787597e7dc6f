internal import MaruContract
internal import MaruSystem

/// One connection to a fake peer.
final class FakeWebSocket: WebSocketConnection {
  private struct State {
    var acts: ArraySlice<WebSocketAct>
    var listen: (@Sendable (WebSocketMessage) -> [WebSocketAct])?
    var isGone = false
  }
  private let state: Locked<State>
  private let clock: any MonotonicClock
  private let pinged: @Sendable () -> Void

  init(
    clock: any MonotonicClock, acts: [WebSocketAct],
    listen: (@Sendable (WebSocketMessage) -> [WebSocketAct])?,
    pinged: @escaping @Sendable () -> Void
  ) {
    self.clock = clock
    self.pinged = pinged
    state = Locked(State(acts: acts[...], listen: listen))
  }

  func receive() async throws -> WebSocketMessage {
    while true {
      try Task.checkCancellation()
      switch state.withLock({ $0.acts.popFirst() }) {
      case .send(let message): return message
      case .pause(let duration):
        try await clock.sleep(until: clock.now().advanced(by: duration))
      case .close(let code): throw WebSocketFailure.closed(code)
      case .lose:
        throw WebSocketFailure.failed(
          TransportFailure(.connectionLost, arrival: .possible, reason: "the fake peer is lost"))
      case .hold:
        state.withLock { $0.isGone = true }
        try await FakeWebSockets.sleepForGood(clock)
      case nil:
        try await FakeWebSockets.sleepForGood(clock)
      }
    }
  }

  func send(_ message: WebSocketMessage) async throws {
    try Task.checkCancellation()
    state.withLock { state in
      guard let listen = state.listen else { return }
      state.listen = nil
      state.acts = listen(message)[...]
    }
  }

  func ping(_ pong: @escaping @Sendable () -> Void) {
    pinged()
    if !state.withLock({ $0.isGone }) { pong() }
  }
}
