import Foundation
import MaruTesting

/// In how many worlds the laws are tried, and in which: `MARU_SEEDS`, `MARU_SEED`, `MARU_SCHEDULE`.
enum Seeds {
  private static let environment = ProcessInfo.processInfo.environment
  static let count = environment["MARU_SEEDS"].flatMap { UInt64($0) } ?? 2_000
  static let single = environment["MARU_SEED"].flatMap { UInt64($0) }
  static let schedule: Schedule = {
    guard let text = environment["MARU_SCHEDULE"] else { return Schedule() }
    guard let schedule = Schedule(text) else { preconditionFailure("MARU_SCHEDULE is no schedule") }
    return schedule
  }()
  static let all = single.map { $0..<$0 + 1 } ?? 0..<count

  /// Tries a law in all of them; a single one tells what happened. Some are run twice more, to see
  /// that the seed decides all.
  static func explore(_ law: @Sendable (SimulatedWorld) throws -> Void) throws {
    try MaruTesting.explore(seeds: all, schedule: schedule, isTracing: single != nil) { world in
      try law(world)
      tell(of: world)
    }
    try repeatSome(law)
  }

  /// Tries a law in all of them, and adds up what they have met.
  static func tally<Tally: WorldTally>(
    _ law: @Sendable (SimulatedWorld) throws -> Tally
  ) throws -> Tally {
    let met = try MaruTesting.tally(
      seeds: all, schedule: schedule, isTracing: single != nil
    ) { world in
      let met = try law(world)
      tell(of: world)
      return met
    }
    try repeatSome { _ = try law($0) }
    return met
  }

  private static func repeatSome(_ law: @Sendable (SimulatedWorld) throws -> Void) throws {
    guard single == nil else { return }
    try checkRepeatability(seeds: 0..<min(count, max(count / 50, 20)), law: law)
  }

  private static func tell(of world: SimulatedWorld) {
    if single != nil { print(world.trace.joined(separator: "\n")) }
  }
}
