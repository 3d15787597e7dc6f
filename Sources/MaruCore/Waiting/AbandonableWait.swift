internal import MaruContract
internal import MaruSystem

/// Waits for work of somebody else's, and stops waiting when the time is over or the task is
/// cancelled, whatever the work does.
///
/// The work is a task of its own, cancelled when nobody waits for it any more; what it returns then
/// is dropped. No task group: it would wait for a child that does not listen.
enum AbandonableWait {
  /// How a wait ended.
  enum Result<Value: Sendable>: Sendable {
    case finished(Swift.Result<Value, any Error>)
    case timedOut
    case cancelled
  }

  /// - Parameter what: what is waited for, for a simulation's report.
  static func wait<Value: Sendable>(
    until deadline: MonotonicInstant, clock: any MonotonicClock, executor: (any TaskExecutor)?,
    named what: String, for work: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value> {
    await Waiting.for(what) {
      await waitUnnamed(until: deadline, clock: clock, executor: executor, for: work)
    }
  }

  private static func waitUnnamed<Value: Sendable>(
    until deadline: MonotonicInstant, clock: any MonotonicClock, executor: (any TaskExecutor)?,
    for work: @escaping @Sendable () async throws -> Value
  ) async -> Result<Value> {
    let box = OneShot<Result<Value>>()
    let worker = Task(executorPreference: executor) {
      do {
        box.fulfil(.finished(.success(try await work())))
      } catch {
        box.fulfil(.finished(.failure(error)))
      }
    }
    let timer = Task(executorPreference: executor) {
      do {
        try await clock.sleep(until: deadline)
        box.fulfil(.timedOut)
      } catch {
        // Cancelled: the wait has ended another way.
      }
    }
    let result = await withTaskCancellationHandler {
      await box.value()
    } onCancel: {
      box.fulfil(.cancelled)
    }
    worker.cancel()
    timer.cancel()
    return result
  }
}

/// A value that comes once; later ones are dropped.
final class OneShot<Value: Sendable>: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<Value, Never>)
    case full(Value)
    case taken
  }
  private let state = Locked(State.empty)

  /// Gives the value, if it is the first.
  func fulfil(_ value: Value) {
    let waiter: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .empty:
        state = .full(value)
        return nil
      case .awaited(let continuation):
        state = .taken
        return continuation
      case .full, .taken:
        return nil
      }
    }
    waiter?.resume(returning: value)
  }

  /// Waits for the value; asked once.
  func value() async -> Value {
    await withCheckedContinuation { continuation in
      let early: Value? = state.withLock { state in
        if case .full(let value) = state {
          state = .taken
          return value
        }
        state = .awaited(continuation)
        return nil
      }
      if let early { continuation.resume(returning: early) }
    }
  }
}
