public import MaruContract
internal import MaruSystem

/// Waits for work for so long at most, even if the work does not listen when it is cancelled.
///
/// A task group would wait for such a child, and the time-out with it. Here the work has a task of its
/// own; when the wait ends first, that task is cancelled, its result is dropped, and the error says
/// whether it is still running.
///
/// The work keeps the caller's priority and task-local values.
///
/// - Parameters:
///   - limit: how long to wait.
///   - clock: what `limit` is measured by.
///   - executor: where the work and the timer run; nil: on Swift's own pool.
///   - left: hears of work that was left running, also when the caller was cancelled.
///   - work: what to wait for.
/// - Throws: ``DeadlineExceeded``, `CancellationError` at once if and only if the task was cancelled,
///   or what `work` has thrown.
public func withDeadline<Value: Sendable>(
  _ limit: Duration, clock: any MonotonicClock, executor: (any TaskExecutor)? = nil,
  left: (@Sendable (LeftWork) -> Void)? = nil,
  work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try Task.checkCancellation()
  let running = LeftWork()
  let result = await AbandonableWait.wait(
    until: clock.now().advanced(by: limit), clock: clock, executor: executor,
    named: "work with a deadline"
  ) {
    defer { running.end() }
    return try await work()
  }
  switch result {
  case .finished(let result):
    return try result.get()
  case .timedOut:
    if running.isRunning { left?(running) }
    throw DeadlineExceeded(limit: limit, work: running)
  case .cancelled:
    if running.isRunning { left?(running) }
    throw CancellationError()
  }
}

/// Work was not done when its time was over.
public struct DeadlineExceeded: Error, Sendable, CustomStringConvertible {
  /// How long it had.
  public let limit: Duration
  /// The work, which has been cancelled and may not have heard of it.
  public let work: LeftWork

  /// How long it had, and whether it is still running.
  public var description: String {
    "not done within \(limit); the work \(work.isRunning ? "is still running" : "has ended")"
  }
}

/// Work that nobody waits for any more.
public final class LeftWork: Sendable {
  private struct State {
    var isRunning = true
    var waiters: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Locked(State())

  init() {}

  /// Whether it still runs.
  public var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Returns when it has ended; as late as that is, also if the task is cancelled. For tests, and for
  /// programs that are about to end.
  public func ended() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if state.isRunning { state.waiters.append(continuation) }
        return !state.isRunning
      }
      if isOver { continuation.resume() }
    }
  }

  func end() {
    let waiters = state.withLock { state in
      state.isRunning = false
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
