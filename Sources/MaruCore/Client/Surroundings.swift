public import MaruContract

/// Where a client gets time, chance and threads from: never reached for, always handed in.
///
/// Apps do not need it, since `Maru` hands in the real ones; tests hand in theirs.
public struct Surroundings: Sendable {
  /// What waits and deadlines are measured by.
  public var clock: any MonotonicClock
  /// What a server's dates are compared with.
  public var wallClock: any WallClock
  /// What jitter, request ids and idempotency keys are made of.
  public var random: any RandomSource
  /// Where calls run; nil: on Swift's own pool.
  public var executor: (any TaskExecutor)?
  /// What is done next, asked at every step. A test looks on, or plants a mistake, by putting
  /// something around it.
  package var decide: Decide = { $0.handle($1, at: $2) }

  /// How downloads reach the disk.
  package var disk = Disk()
  /// Where downloads go on, and whether what comes fits.
  package var ranges = RangeRule()

  /// Asks a machine what to do about what has happened.
  package typealias Decide =
    @Sendable (inout CallMachine, CallMachine.Event, MonotonicInstant) -> CallMachine.Action

  /// Hands everything in.
  public init(
    clock: any MonotonicClock, wallClock: any WallClock, random: any RandomSource,
    executor: (any TaskExecutor)? = nil
  ) {
    self.clock = clock
    self.wallClock = wallClock
    self.random = random
    self.executor = executor
  }
}
