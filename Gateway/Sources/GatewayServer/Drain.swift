/// A server's way from serving to its end.
struct Drain {
  let start: ContinuousClock.Instant
  private var ticks = 0

  init(start: ContinuousClock.Instant) {
    self.start = start
  }

  /// One turn of the sweep has passed.
  ///
  /// Two turns, in which the loop goes on accepting, empty the kernel's queue: its connections
  /// were made, and their requests sent, before the server decided to stop.
  /// - Returns: whether the queue is empty now and accepting ends.
  mutating func tick() -> Bool {
    ticks += 1
    return ticks == 3
  }
}
