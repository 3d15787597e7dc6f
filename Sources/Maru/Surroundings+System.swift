public import MaruCore

extension Surroundings {
  /// The machine's clocks and chance, and Swift's own pool.
  public static var system: Surroundings {
    Surroundings(clock: SystemClock(), wallClock: SystemWallClock(), random: SystemRandom())
  }
}
