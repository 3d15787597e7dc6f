public import MaruContract

/// The machine's own monotonic clock; goes on while the machine sleeps.
public struct SystemClock: MonotonicClock {
  private static let start = ContinuousClock.now

  /// The machine's clock.
  public init() {}

  /// The moment it is, counted from when the process first asked.
  public func now() -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 0).advanced(by: Self.start.duration(to: .now))
  }

  /// Waits until a moment.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled.
  public func sleep(until deadline: MonotonicInstant) async throws {
    let wait = now().duration(to: deadline)
    guard wait > .zero else { return try Task.checkCancellation() }
    try await Task.sleep(for: wait, clock: .continuous)
  }
}
