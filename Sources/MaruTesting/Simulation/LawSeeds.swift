/// In how many worlds the laws are tried, and in which: what `MARU_SEEDS`, `MARU_SEED` and
/// `MARU_SCHEDULE` say.
package struct LawSeeds: Sendable {
  /// The worlds that each law is tried in.
  package let all: Range<UInt64>
  private let schedule: Schedule
  /// Whether one world is replayed, which tells what happens in it.
  private let isReplay: Bool

  /// Takes the program's variables.
  ///
  /// - Parameters:
  ///   - environment: `MARU_SEEDS`, a number; `MARU_SEED`, the only one; `MARU_SCHEDULE`, what a failure
  ///     has printed, and nothing else.
  package init(environment: [String: String]) {
    let count = environment["MARU_SEEDS"].flatMap { UInt64($0) } ?? 2_000
    let single = environment["MARU_SEED"].flatMap { UInt64($0) }
    all = single.map { $0..<$0 + 1 } ?? 0..<count
    isReplay = single != nil
    guard let text = environment["MARU_SCHEDULE"] else {
      schedule = Schedule()
      return
    }
    guard let schedule = Schedule(text) else { preconditionFailure("MARU_SCHEDULE is no schedule") }
    self.schedule = schedule
  }

  /// Tries a law in all of them; a single one tells what happened. Some are run twice more, to see
  /// that the seed decides all.
  package func explore(_ law: @Sendable (SimulatedWorld) throws -> Void) throws {
    try MaruTesting.explore(seeds: all, schedule: schedule, isTracing: isReplay) { world in
      try law(world)
      tell(of: world)
    }
    try repeatSome(law)
  }

  /// Tries a law in all of them, and adds up what they have met.
  package func tally<Tally: WorldTally>(
    _ law: @Sendable (SimulatedWorld) throws -> Tally
  ) throws -> Tally {
    let met = try MaruTesting.tally(seeds: all, schedule: schedule, isTracing: isReplay) { world in
      let met = try law(world)
      tell(of: world)
      return met
    }
    try repeatSome { _ = try law($0) }
    return met
  }

  private func repeatSome(_ law: @Sendable (SimulatedWorld) throws -> Void) throws {
    guard !isReplay else { return }
    let count = UInt64(all.count)
    try checkRepeatability(seeds: 0..<min(count, max(count / 50, 20)), law: law)
  }

  private func tell(of world: SimulatedWorld) {
    if isReplay { print(world.trace.joined(separator: "\n")) }
  }
}
