/// Runs a world that has failed again, to see what happened, and makes its history shorter.
struct Replay {
  let law: (SimulatedWorld) throws -> Void

  init(law: @escaping (SimulatedWorld) throws -> Void) { self.law = law }

  /// The failure of a seed, as it can be read.
  func failure(
    seed: UInt64, _ schedule: Schedule, after first: any Error, shrinkRuns: Int
  ) -> SimulationFailure {
    let world = SimulatedWorld(
      seed: seed, schedule: schedule, isTracing: true, keepsHistory: true)
    guard let error = error(in: world), brokenLaw(by: error) == brokenLaw(by: first) else {
      return SimulationFailure(
        seed: seed,
        problem: "\(text(first)); it did not come again, so something escapes the world",
        trace: world.trace)
    }
    var failure = SimulationFailure(
      seed: seed, problem: text(error), law: brokenLaw(by: error), waits: waits(of: error),
      trace: world.trace)
    guard shrinkRuns > 0 else { return failure }
    var shrinking = Shrinking(
      of: world, problem: failure.law, maximumRuns: shrinkRuns, law: law)
    shrinking.run(sizes: world.history.sizes)
    failure.shortest = shortest(of: shrinking, from: world)
    return failure
  }

  private func shortest(of shrinking: Shrinking, from first: SimulatedWorld) -> ShortestHistory? {
    let best = shrinking.best
    let world = SimulatedWorld(seed: best.seed, schedule: best.schedule, isTracing: true)
    guard let error = error(in: world) else { return nil }
    return ShortestHistory(
      seed: best.seed, schedule: best.schedule, steps: world.steps, stepsBefore: first.steps,
      choicesBefore: first.history.jobs.count + first.random.draws, runs: shrinking.runs,
      problem: text(error), waits: waits(of: error), trace: world.trace)
  }

  private func error(in world: SimulatedWorld) -> (any Error)? {
    do {
      try law(world)
      return nil
    } catch {
      return error
    }
  }

  private func text(_ error: any Error) -> String {
    (error as? SimulationFailure)?.problem ?? "\(error)"
  }

  private func waits(of error: any Error) -> [String] {
    (error as? SimulationFailure)?.waits ?? []
  }
}
