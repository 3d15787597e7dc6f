public import MaruContract

/// Waits for an API that answers through a callback, and ends exactly once whatever it does.
///
/// It survives an API that never calls back, calls twice, calls late, calls before it has returned,
/// and calls from any thread.
///
/// ```swift
/// let place = try await withCallback(timeout: .seconds(10), clock: clock) { found in
///   locator.locate { found.resume(with: $0) }
/// }
/// ```
///
/// - Parameters:
///   - timeout: how long to wait. There is no default and no way without: an API that is known to
///     call back always is one that has not failed yet.
///   - clock: what `timeout` is measured by.
///   - executor: where the timer runs; nil: on Swift's own pool.
///   - dropped: hears of each call that did not count. It runs on the thread of that call.
///   - isolation: the caller's actor: `start` runs there.
///   - start: calls the API. Not called if the task is cancelled already.
/// - Throws: ``CallbackFailure``, `CancellationError` at once if and only if the task was cancelled,
///   the error that the callback was given, or what `start` has thrown.
public func withCallback<Value: Sendable>(
  timeout: Duration, clock: any MonotonicClock, executor: (any TaskExecutor)? = nil,
  dropped: (@Sendable (DroppedCallback) -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  start: (Callback<Value>) throws -> Void
) async throws -> Value {
  try await withCallback(
    timeout: timeout, clock: clock, executor: executor, dropped: dropped, isolation: isolation,
    start: start, cancel: { _ in })
}

/// Waits for an API that answers through a callback and returns something to cancel it by.
///
/// The same as ``withCallback(timeout:clock:executor:dropped:isolation:start:)``, but the API's work
/// ends with the wait.
///
/// - Parameters:
///   - timeout: how long to wait.
///   - clock: what `timeout` is measured by.
///   - executor: where the timer runs; nil: on Swift's own pool.
///   - dropped: hears of each call that did not count. It runs on the thread of that call.
///   - isolation: the caller's actor: `start` and `cancel` run there.
///   - start: calls the API and returns what it can be cancelled by: a token, a request, a task.
///   - cancel: cancels it. Called once, if the wait ends in another way than by the callback.
/// - Throws: as the other.
public func withCallback<Value: Sendable, Token>(
  timeout: Duration, clock: any MonotonicClock, executor: (any TaskExecutor)? = nil,
  dropped: (@Sendable (DroppedCallback) -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  start: (Callback<Value>) throws -> Token, cancel: (Token) -> Void
) async throws -> Value {
  try Task.checkCancellation()
  let outcome = CallbackOutcome<Value>(observer: dropped)
  let token: Token
  do {
    // Made in the call, so that nothing here keeps it: letting go of it must be seen.
    token = try start(Callback(outcome))
  } catch {
    outcome.end(.notStarted)
    throw error
  }
  let deadline = clock.now().advanced(by: timeout)
  let timer = Task(executorPreference: executor) {
    // Cancelled: the wait has ended another way.
    guard (try? await clock.sleep(until: deadline)) != nil else { return }
    outcome.end(.timedOut)
  }
  defer { timer.cancel() }
  let end = await withTaskCancellationHandler {
    await Waiting.for("a callback") { await outcome.value() }
  } onCancel: {
    outcome.end(.cancelled)
  }
  switch end {
  case .called(let result): return try result.get()
  case .timedOut:
    cancel(token)
    throw CallbackFailure.timedOut(timeout)
  case .cancelled:
    cancel(token)
    throw CancellationError()
  // 'notStarted' is told above and never waited for.
  case .letGo, .notStarted:
    cancel(token)
    throw CallbackFailure.neverCalled
  }
}
