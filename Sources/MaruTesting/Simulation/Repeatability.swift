/// Runs a law twice in each world, and finds the lowest seed whose two histories differ.
///
/// One that differs has something in it that the seed does not decide: a task that escapes the world,
/// the machine's time or chance, the order of a set or a dictionary. What is compared is the order of
/// all jobs with their times, how often was drawn, the trace, and how it ended.
///
/// - Parameters:
///   - seeds: the worlds.
///   - threads: how many worlds run at once; nil: as many as there are processors.
///   - law: what runs in a world. That it throws is no failure, if it throws the same again.
/// - Throws: ``SimulationFailure`` with the first line in which the traces differ.
public func checkRepeatability(
  seeds: Range<UInt64>, threads: Int? = nil, law: @Sendable (SimulatedWorld) throws -> Void
) throws(SimulationFailure) {
  try explore(seeds: seeds, threads: threads, shrinkRuns: 0) { world in
    let first = Course(of: world.seed, law)
    let second = Course(of: world.seed, law)
    guard first != second else { return }
    throw SimulationFailure(
      seed: world.seed, problem: "the same seed went another way: \(first.difference(to: second))")
  }
}

/// How a world went.
private struct Course: Equatable {
  var steps: Int
  var fingerprint: UInt64
  var draws: Int
  var trace: [String]
  var end: String

  init(of seed: UInt64, _ law: (SimulatedWorld) throws -> Void) {
    let world = SimulatedWorld(seed: seed, isTracing: true)
    do {
      try law(world)
      end = "whole"
    } catch {
      end = "\(error)"
    }
    steps = world.steps
    fingerprint = world.fingerprint
    draws = world.random.draws
    trace = world.trace
  }

  func difference(to other: Course) -> String {
    for (number, (mine, theirs)) in zip(trace, other.trace).enumerated() where mine != theirs {
      return "line \(number + 1) of the trace was '\(mine)' and then '\(theirs)'"
    }
    if trace.count != other.trace.count {
      return "the trace had \(trace.count) lines and then \(other.trace.count)"
    }
    if end != other.end { return "it ended with '\(end)' and then with '\(other.end)'" }
    if draws != other.draws { return "it drew \(draws) times and then \(other.draws) times" }
    if steps != other.steps { return "it took \(steps) steps and then \(other.steps)" }
    return "its jobs ran in another order or at other times, which nothing of the trace tells"
  }
}
