/// Runs a law in many worlds on all processors, and finds the lowest seed that breaks it.
///
/// Each world stays in one thread. Which seed is named does not hang on the threads: every seed below
/// it has been tried. The world that breaks the law is run again with its trace kept, and then again
/// and again with fewer choices, to find the shortest history that breaks the same law; see
/// ``LawBreach``. The same seed shows the same.
///
/// ```swift
/// try explore(seeds: 0..<20_000) { world in
///   try world.run { … }
/// }
/// ```
///
/// What a test framework's macros record inside a law belongs to the test only on the test's own
/// thread: throw instead.
///
/// - Parameters:
///   - seeds: the worlds.
///   - schedule: what is not as the seeds say; for replaying what a failure has printed.
///   - threads: how many worlds run at once, the caller's thread among them; nil: as many as there
///     are processors. It returns only when all are done.
///   - shrinkRuns: in how many worlds a shorter history is looked for, one after the other, once there
///     is a failure; 0: in none. More than a thousand seldom find a shorter one.
///   - isTracing: whether each world keeps its trace from the start, for replaying one.
///   - law: builds what is tested inside the world, runs it, and throws if something that must not
///     happen has happened. It is called on several threads at once, each time with another world.
/// - Throws: ``SimulationFailure`` with the seed, what `law` threw, the trace, and the shortest
///   history.
public func explore(
  seeds: Range<UInt64>, schedule: Schedule = Schedule(), threads: Int? = nil,
  shrinkRuns: Int = 1_000, isTracing: Bool = false,
  law: @Sendable (SimulatedWorld) throws -> Void
) throws(SimulationFailure) {
  _ = try tally(
    seeds: seeds, schedule: schedule, threads: threads, shrinkRuns: shrinkRuns,
    isTracing: isTracing
  ) { world in
    try law(world)
    return NothingMet()
  }
}

/// Runs a law in many worlds, and adds up what they have met.
///
/// It is ``explore(seeds:schedule:threads:shrinkRuns:isTracing:law:)``, with a law that returns what
/// its world has met.
///
/// - Parameters:
///   - seeds: the worlds.
///   - schedule: what is not as the seeds say.
///   - threads: how many worlds run at once; nil: as many as there are processors.
///   - shrinkRuns: in how many worlds a shorter history is looked for once there is a failure.
///   - isTracing: whether each world keeps its trace from the start.
///   - law: returns what its world has met, or throws.
/// - Returns: the sum of all worlds, in the order of their seeds: the same for any number of threads.
/// - Throws: ``SimulationFailure`` of the lowest seed that breaks the law.
public func tally<Tally: WorldTally>(
  seeds: Range<UInt64>, schedule: Schedule = Schedule(), threads: Int? = nil,
  shrinkRuns: Int = 1_000, isTracing: Bool = false,
  law: @Sendable (SimulatedWorld) throws -> Tally
) throws(SimulationFailure) -> Tally {
  let search = SeedSearch<Tally>(seeds: seeds)
  let outcome = search.run(threads: threads ?? ThreadTeam.processorCount) { seed in
    try law(SimulatedWorld(seed: seed, schedule: schedule, isTracing: isTracing))
  }
  switch outcome {
  case .success(let sum): return sum
  case .failure(let failed):
    throw withoutActuallyEscaping(law) { law in
      Replay { world in _ = try law(world) }.failure(
        seed: failed.broken.seed, schedule, after: failed.broken.error, shrinkRuns: shrinkRuns)
    }
  }
}

/// The lowest seed that breaks a law; nil if none does. For tests that plant a bug.
///
/// - Parameters:
///   - seeds: the worlds.
///   - threads: how many worlds run at once; nil: as many as there are processors.
///   - shrinkRuns: in how many worlds a shorter history is looked for; none by default, since a test
///     that expects a failure seldom reads it.
///   - law: throws if something that must not happen has happened.
public func firstFailure(
  seeds: Range<UInt64>, threads: Int? = nil, shrinkRuns: Int = 0,
  law: @Sendable (SimulatedWorld) throws -> Void
) -> SimulationFailure? {
  do {
    try explore(seeds: seeds, threads: threads, shrinkRuns: shrinkRuns, law: law)
    return nil
  } catch {
    return error
  }
}
