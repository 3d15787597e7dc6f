import MaruContract

/// Time of the machine, for waiting on real disks.
struct RealClock: MonotonicClock {
  private static let start = ContinuousClock.now

  func now() -> MonotonicInstant {
    MonotonicInstant(nanoseconds: 0).advanced(by: ContinuousClock.now - Self.start)
  }

  func sleep(until deadline: MonotonicInstant) async throws {
    try await Task.sleep(for: now().duration(to: deadline))
  }
}
