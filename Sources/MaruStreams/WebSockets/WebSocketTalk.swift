internal import MaruContract
internal import MaruSystem

/// What is known of one connection while it is made and used; looks after its peer's signs of life.
final class WebSocketTalk: Sendable {
  private struct State {
    var liveness: WebSocketLiveness
    var socket: (any WebSocketConnection)?
    var hasHeard = false
  }
  private let state: Locked<State>
  private let clock: any MonotonicClock

  init(_ limits: WebSocketKeepAlive, clock: any MonotonicClock) {
    self.clock = clock
    state = Locked(State(liveness: WebSocketLiveness(limits, now: clock.now())))
  }

  /// Whether a message has come.
  var hasHeard: Bool { state.withLock { $0.hasHeard } }

  func opened(_ socket: any WebSocketConnection) {
    let now = clock.now()
    state.withLock { state in
      state.socket = socket
      state.liveness.opened(at: now)
    }
  }

  func heard() {
    let now = clock.now()
    state.withLock { state in
      state.hasHeard = true
      state.liveness.heard(at: now)
    }
  }

  /// Runs `body`, during which nothing is read, so that silence says nothing.
  func heldUp(_ body: () async throws -> Void) async throws {
    hold(true)
    defer { hold(false) }
    try await body()
  }

  private func hold(_ isHeldUp: Bool) {
    let now = clock.now()
    state.withLock { $0.liveness.holdsUp(isHeldUp, at: now) }
  }

  /// Asks for signs of life until there is none.
  ///
  /// - Throws: `CallError` once the peer counts as gone; `CancellationError`.
  func watch() async throws {
    while true {
      let now = clock.now()
      let (action, socket) = state.withLock { ($0.liveness.look(at: now), $0.socket) }
      switch action {
      case .wait(let moment):
        try await clock.sleep(until: moment)
      case .ping(let moment):
        socket?.ping { [weak self] in self?.answered() }
        try await clock.sleep(until: moment)
      case .giveUp(let error):
        throw error
      }
    }
  }

  private func answered() {
    let now = clock.now()
    state.withLock { $0.liveness.heard(at: now) }
  }
}

/// Ends connections whose account is signed out (AUTH-7): one for each stream, so that a stream which
/// comes back often is not remembered by its provider once for each time.
final class SignOutWatch: Sendable {
  private struct State {
    var isListening = false
    var lastNumber = 0
    var waiting: [Int: AsyncStream<Void>.Continuation] = [:]
  }
  private let state = Locked(State())
  private let provider: any CredentialProvider

  init(_ provider: any CredentialProvider) {
    self.provider = provider
  }

  /// Waits until the credential's account is signed out.
  ///
  /// - Throws: `CallError` with the code `signedOut`; `CancellationError`.
  func wait(for credential: Credential) async throws {
    let (endings, ending) = AsyncStream.makeStream(of: Void.self)
    let (number, isFirst) = state.withLock { state in
      state.lastNumber += 1
      state.waiting[state.lastNumber] = ending
      defer { state.isListening = true }
      return (state.lastNumber, !state.isListening)
    }
    defer { state.withLock { $0.waiting[number] = nil } }
    if isFirst {
      // Nobody will ever call: then there is nothing to hear, and the wait is for being cancelled.
      _ = provider.hearEndings { [weak self] in
        guard let self else { return false }
        for one in state.withLock({ Array($0.waiting.values) }) { one.yield() }
        return true
      }
    }
    // One that came before it was listened for is seen here.
    ending.yield()
    for await _ in endings where provider.standing(of: credential) == .ended {
      throw CallError(
        .signedOut, at: .attempt, reason: "the account was signed out while the stream was open")
    }
    throw CancellationError()
  }
}
