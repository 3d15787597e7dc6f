public import MaruHTTP

/// What makes calls: what is built on a client without knowing which. `MaruClient` is one.
public protocol CallSending: Sendable {
  /// What waits are measured by, jitter is drawn from and tasks run on.
  var timeAndChance: TimeAndChance { get }

  /// Makes a call and returns its result together with the answer's head.
  ///
  /// - Throws: ``CallError``, or `CancellationError` if and only if the task was cancelled.
  func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, context: CallContext
  ) async throws -> CallResponse<Value>

  /// Makes a call unless a version that the caller has still holds; nil if it does.
  ///
  /// - Throws: ``CallError``, or `CancellationError` if and only if the task was cancelled.
  func response<Value: Sendable>(
    to endpoint: Endpoint<Value>, unlessStill version: EntityTag, context: CallContext
  ) async throws -> CallResponse<Value>?
}

/// What a client hands on to what is built on it.
public struct TimeAndChance: Sendable {
  /// What waits are measured by.
  public var clock: any MonotonicClock
  /// What jitter is drawn from.
  public var random: any RandomSource
  /// Where tasks run; nil: on Swift's own pool.
  public var executor: (any TaskExecutor)?

  /// Hands everything in.
  public init(
    clock: any MonotonicClock, random: any RandomSource, executor: (any TaskExecutor)? = nil
  ) {
    self.clock = clock
    self.random = random
    self.executor = executor
  }
}
