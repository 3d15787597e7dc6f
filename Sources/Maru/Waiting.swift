// The waits of the bridge with the machine's clock, for apps.

/// Waits for an API that answers through a callback, by the machine's clock.
///
/// The same as the form of `MaruCore` that takes a clock.
/// - Parameters:
///   - timeout: how long to wait.
///   - dropped: hears of each call that did not count, on the thread of that call.
///   - isolation: the caller's actor: `start` runs there.
///   - start: calls the API.
/// - Throws: `CallbackFailure`, `CancellationError` if and only if the task was cancelled, the error
///   that the callback was given, or what `start` has thrown.
public func withCallback<Value: Sendable>(
  timeout: Duration, dropped: (@Sendable (DroppedCallback) -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation, start: (Callback<Value>) throws -> Void
) async throws -> Value {
  try await withCallback(
    timeout: timeout, clock: SystemClock(), dropped: dropped, isolation: isolation, start: start)
}

/// Waits for an API that answers through a callback and can be cancelled, by the machine's clock.
///
/// The same as the form of `MaruCore` that takes a clock.
/// - Parameters:
///   - timeout: how long to wait.
///   - dropped: hears of each call that did not count, on the thread of that call.
///   - isolation: the caller's actor: `start` and `cancel` run there.
///   - start: calls the API and returns what it can be cancelled by.
///   - cancel: cancels it; called once, if the wait ends in another way than by the callback.
/// - Throws: as the other.
public func withCallback<Value: Sendable, Token>(
  timeout: Duration, dropped: (@Sendable (DroppedCallback) -> Void)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  start: (Callback<Value>) throws -> Token, cancel: (Token) -> Void
) async throws -> Value {
  try await withCallback(
    timeout: timeout, clock: SystemClock(), dropped: dropped, isolation: isolation, start: start,
    cancel: cancel)
}

/// Waits for work for so long at most, by the machine's clock, even if the work does not listen.
///
/// The same as the form of `MaruCore` that takes a clock.
/// - Parameters:
///   - limit: how long to wait.
///   - left: hears of work that was left running, also when the caller was cancelled.
///   - work: what to wait for.
/// - Throws: `DeadlineExceeded`, `CancellationError` if and only if the task was cancelled, or what
///   `work` has thrown.
public func withDeadline<Value: Sendable>(
  _ limit: Duration, left: (@Sendable (LeftWork) -> Void)? = nil,
  work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withDeadline(limit, clock: SystemClock(), left: left, work: work)
}
