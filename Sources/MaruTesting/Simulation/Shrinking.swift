/// Looks for a shorter history that shows the same problem as one that was found.
///
/// It hangs on nothing but the law and the seed, so that the same failure shrinks to the same history.
struct Shrinking {
  /// A history that shows the problem.
  struct Found {
    var seed: UInt64
    var schedule: Schedule
    var steps: Int

    init(_ world: SimulatedWorld) {
      seed = world.seed
      steps = world.steps
      // What was not there to be chosen, or never drawn, is no choice.
      let drawn = world.random.draws
      let draws = world.schedule.draws?.filter { $0 < drawn } ?? Set(0..<drawn)
      schedule = Schedule(jobs: world.history.jobs, draws: draws, size: world.schedule.size)
    }
  }

  private let law: (SimulatedWorld) throws -> Void
  private let problem: String
  private let maximumRuns: Int
  private(set) var runs = 0
  private(set) var best: Found

  /// - Parameters:
  ///   - world: one in which the law failed, and that kept its history.
  ///   - problem: what two failures that are the same have in common.
  ///   - maximumRuns: how many worlds may be tried.
  init(
    of world: SimulatedWorld, problem: String, maximumRuns: Int,
    law: @escaping (SimulatedWorld) throws -> Void
  ) {
    self.law = law
    self.problem = problem
    self.maximumRuns = maximumRuns
    best = Found(world)
  }

  /// Makes the scenario smaller, then leaves out choices until nothing more can be left out.
  mutating func run(sizes: ClosedRange<Int>?) {
    if let sizes { shrinkSize(in: sizes) }
    while runs < maximumRuns {
      let before = best.schedule
      shrinkJobs()
      shrinkDraws()
      findOneJob()
      lowerJobs()
      if best.schedule == before { break }
    }
  }

  /// Runs a world, and tells whether it shows the problem.
  private mutating func play(
    seed: UInt64, _ schedule: Schedule
  ) -> (world: SimulatedWorld, isBroken: Bool) {
    runs += 1
    let world = SimulatedWorld(seed: seed, schedule: schedule, keepsHistory: true)
    do {
      try law(world)
      return (world, false)
    } catch {
      return (world, brokenLaw(by: error) == problem)
    }
  }

  private mutating func holds(_ schedule: Schedule) -> Minimising.Outcome {
    guard runs < maximumRuns else { return .noMoreTries }
    let (world, isBroken) = play(seed: best.seed, schedule)
    guard isBroken else { return .no }
    best = Found(world)
    return .yes
  }

  /// A smaller scenario is another history, so a few seeds are tried for each size.
  private mutating func shrinkSize(in sizes: ClosedRange<Int>) {
    var size = sizes.lowerBound
    var gap = 1
    while size < min(best.schedule.size ?? .max, sizes.upperBound) {
      for offset in 0..<16 as Range<UInt64> where runs < maximumRuns / 2 {
        let (world, isBroken) = play(seed: best.seed &+ offset, Schedule(size: size))
        guard isBroken else { continue }
        best = Found(world)
        return
      }
      size += gap
      gap *= 2
    }
  }

  private mutating func shrinkJobs() {
    let schedule = best.schedule
    let jobs = (schedule.jobs ?? [:]).sorted { $0.key < $1.key }
    _ = Minimising.minimum(of: jobs) { jobs in
      var fewer = schedule
      fewer.jobs = Dictionary(uniqueKeysWithValues: jobs.map { ($0.key, $0.value) })
      return holds(fewer)
    }
  }

  private mutating func shrinkDraws() {
    let schedule = best.schedule
    _ = Minimising.minimum(of: (schedule.draws ?? []).sorted()) { draws in
      var fewer = schedule
      fewer.draws = Set(draws)
      return holds(fewer)
    }
  }

  /// Leaving out can end in many choices where a single other one would do: tries each, if there is
  /// room for all of them.
  private mutating func findOneJob() {
    var schedule = best.schedule
    guard (schedule.jobs?.count ?? 0) > 1, runs < maximumRuns else { return }
    schedule.jobs = [:]
    let (plain, isBroken) = play(seed: best.seed, schedule)
    guard !isBroken else {
      best = Found(plain)
      return
    }
    let ready = plain.history.ready
    guard ready.reduce(0, { $0 + $1 - 1 }) <= maximumRuns - runs else { return }
    for (step, count) in ready.enumerated() {
      for index in 1..<max(count, 1) {
        schedule.jobs = [step: index]
        if holds(schedule) == .yes { return }
      }
    }
  }

  /// A job that is nearer to its turn is a smaller change.
  private mutating func lowerJobs() {
    for (step, index) in (best.schedule.jobs ?? [:]).sorted(by: { $0.key < $1.key }) {
      for lower in 1..<max(index, 1) {
        var schedule = best.schedule
        schedule.jobs?[step] = lower
        if holds(schedule) == .yes { break }
      }
    }
  }
}

/// What two failures that are the same have in common.
func brokenLaw(by error: any Error) -> String {
  (error as? any LawBreach)?.law ?? "\(error)"
}
