internal import MaruContract
internal import MaruSystem

/// Ends calls whose time is over.
///
/// One task sleeps for all calls, until the first moment at which a limit can be reached. A sleeper
/// for each call would leave a timer behind for each, until its time is over.
final class SessionWatch: Sendable {
  private struct State {
    var calls: [ObjectIdentifier: SessionCall] = [:]
    var sleeper: Task<Void, Never>?
    /// When the sleeper wakes up; nil if none sleeps.
    var waking: Int64?
    var generation = 0
    var isClosed = false
  }

  private let state = Locked(State())
  private let clock: any MonotonicClock
  private let executor: (any TaskExecutor)?

  init(clock: any MonotonicClock, executor: (any TaskExecutor)?) {
    self.clock = clock
    self.executor = executor
  }

  /// Watches a call until it is removed.
  func add(_ call: SessionCall) {
    let progress = call.exchange.withLock { $0.progress }
    let (_, next) = call.deadline.judge(progress, now: clock.now().nanoseconds)
    state.withLock { $0.calls[ObjectIdentifier(call)] = call }
    sleep(until: next)
  }

  /// Watches a call no more.
  func remove(_ call: SessionCall) {
    state.withLock { _ = $0.calls.removeValue(forKey: ObjectIdentifier(call)) }
  }

  /// Ends every call that is watched.
  func interruptAll(because failure: TransportFailure) {
    for call in state.withLock({ Array($0.calls.values) }) { call.interrupt(because: failure) }
  }

  /// Ends the sleeper.
  func close() {
    let sleeper = state.withLock { state in
      state.isClosed = true
      defer { state.sleeper = nil }
      return state.sleeper
    }
    sleeper?.cancel()
  }

  private func sleep(until next: Int64) {
    let generation = state.withLock { state -> Int? in
      if state.isClosed { return nil }
      if let waking = state.waking, waking <= next { return nil }
      state.waking = next
      state.generation += 1
      return state.generation
    }
    guard let generation else { return }
    let clock = clock
    // Its owner is this object: it is cancelled when a sooner one takes its place, and by close().
    let sleeper = Task(executorPreference: executor) { [weak self] in
      try? await clock.sleep(until: MonotonicInstant(nanoseconds: next))
      self?.look(generation)
    }
    let superfluous = state.withLock { state in
      guard state.generation == generation, !state.isClosed else { return Optional(sleeper) }
      defer { state.sleeper = sleeper }
      return state.sleeper
    }
    superfluous?.cancel()
  }

  private func look(_ generation: Int) {
    let calls = state.withLock { state -> [SessionCall] in
      guard state.generation == generation, !state.isClosed else { return [] }
      state.waking = nil
      state.sleeper = nil
      return Array(state.calls.values)
    }
    let now = clock.now().nanoseconds
    var first = Int64.max
    for call in calls {
      let progress = call.exchange.withLock { $0.progress }
      let (reached, next) = call.deadline.judge(progress, now: now)
      if let reached {
        call.interrupt(
          because: TransportFailure(
            .timedOut, arrival: .possible, reason: "the \(reached.rawValue) limit was reached"))
      } else {
        first = min(first, next)
      }
    }
    if first < .max { sleep(until: first) }
  }
}
