internal import MaruContract
internal import MaruSystem

/// A whole client in one thread: tasks, time and network, in an order that one seed decides.
///
/// It is the executor of all tasks and default actors inside, and picks the next ready job at
/// random. Time stands still while anything is ready; then it jumps to the next sleeper. One seed is
/// one interleaving, and comes out the same each time within one build.
///
/// What escapes it: bare `Task {`, `Task.detached`, the main actor, actors with executors of their
/// own and real sleeps. Whoever spawns takes an executor and hands this one to
/// `Task(executorPreference:)`.
public final class SimulatedWorld: TaskExecutor {
  private struct State {
    var ready: [UnownedJob] = []
    var order: SplitMix64
    var steps = 0
    var history = History()
    var fingerprint: UInt64 = 0
    var trace: [String] = []
  }
  /// What there was to choose, and what was chosen.
  struct History: Sendable {
    /// At which step which ready job ran, where it was not the oldest.
    var jobs: [Int: Int] = [:]
    /// How many jobs were ready at each step.
    var ready: [Int] = []
    /// The sizes that were asked for, together.
    var sizes: ClosedRange<Int>?
  }

  /// The seed that decides everything.
  public let seed: UInt64
  /// Time in this world.
  public let clock = ManualClock(isMovedByWorld: true)
  /// Dates in this world.
  public let wallClock: ManualWallClock
  /// Chance in this world, apart from the order of jobs.
  public let random: SeededRandom
  /// Whether ``note(_:)`` keeps anything.
  public let isTracing: Bool
  /// What is not as the seed says.
  public let schedule: Schedule
  private let maximumSteps: Int
  private let keepsHistory: Bool
  private let waits = WaitList()
  private let state: Locked<State>

  /// Makes a world of a seed.
  ///
  /// - Parameters:
  ///   - seed: decides the order of jobs and all chance.
  ///   - schedule: what is not as the seed says; by default nothing.
  ///   - maximumSteps: jobs after which the world is taken to go in circles.
  ///   - isTracing: whether notes are kept for reading.
  public convenience init(
    seed: UInt64, schedule: Schedule = Schedule(), maximumSteps: Int = 200_000,
    isTracing: Bool = false
  ) {
    self.init(
      seed: seed, schedule: schedule, maximumSteps: maximumSteps, isTracing: isTracing,
      keepsHistory: false)
  }

  init(
    seed: UInt64, schedule: Schedule, maximumSteps: Int = 200_000, isTracing: Bool = false,
    keepsHistory: Bool
  ) {
    self.seed = seed
    self.keepsHistory = keepsHistory
    self.schedule = schedule
    self.maximumSteps = maximumSteps
    self.isTracing = isTracing
    wallClock = ManualWallClock(following: clock)
    var seeds = SplitMix64(seed: seed)
    state = Locked(State(order: SplitMix64(seed: seeds.next())))
    random = SeededRandom(seed: seeds.next(), draws: schedule.draws)
  }

  /// Takes a job that is ready; Swift's runtime calls it.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.ready.append(job) }
  }

  /// How many jobs have run.
  public var steps: Int { state.withLock { $0.steps } }

  /// What there was to choose so far, if it is kept.
  var history: History { state.withLock { $0.history } }

  /// A number that hangs on the whole order of jobs and on the times at which they ran: two worlds
  /// that are the same have the same.
  var fingerprint: UInt64 { state.withLock { $0.fingerprint } }

  /// How large a scenario is to be: how many callers, pages, rounds.
  ///
  /// It is the greatest of the range, and less only while a failure is shrunk, or replayed shrunk.
  /// Ask before the world runs.
  public func size(_ range: ClosedRange<Int>) -> Int {
    state.withLock { state in
      let asked = state.history.sizes ?? range
      state.history.sizes =
        min(asked.lowerBound, range.lowerBound)...max(asked.upperBound, range.upperBound)
    }
    return max(range.lowerBound, min(range.upperBound, schedule.size ?? .max))
  }

  /// Writes a line of the trace, with the world's time; built only when the trace is kept.
  public func note(_ text: @autoclosure () -> String) {
    guard isTracing else { return }
    let milliseconds = clock.now().nanoseconds / 1_000_000
    let line = "\(milliseconds) ms  \(text())"
    state.withLock { $0.trace.append(line) }
  }

  /// The lines of the trace.
  public var trace: [String] { state.withLock { $0.trace } }

  /// Runs `body` and all that it starts, on this thread, until nothing is left to do.
  ///
  /// Call it from a function that is not async: it holds the thread.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: ``SimulationFailure`` if the world gets stuck or goes in circles, and what `body`
  ///   throws.
  @discardableResult
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let end = Locked<Result<Value, any Error>?>(nil)
    let outermost = WaitingPlace(board: waits, kind: .name(nil), outer: nil)
    // Owned by this call, which returns only when the task has ended or throws that it can't. Its
    // priority is given, so that it is the same on every thread.
    _ = Task(executorPreference: self, priority: .medium) {
      do {
        let value = try await Waiting.$place.withValue(outermost) { try await body() }
        end.withLock { $0 = .success(value) }
      } catch {
        end.withLock { $0 = .failure(error) }
      }
    }
    while true {
      while try step() {}
      guard let next = clock.nextDeadline else { break }
      clock.move(to: next)
    }
    guard let result = end.withLock({ $0 }) else {
      throw unfinished("stuck: nothing is ready, nobody sleeps, and it is not over")
    }
    return try result.get()
  }

  private func step() throws -> Bool {
    let now = clock.now().nanoseconds
    let (job, isEndless, change) = state.withLock { state -> (UnownedJob?, Bool, String?) in
      let count = state.ready.count
      guard count > 0 else { return (nil, false, nil) }
      let step = state.steps
      state.steps += 1
      let index: Int
      if let jobs = schedule.jobs {
        index = min(jobs[step] ?? 0, count - 1)
      } else {
        index = count == 1 ? 0 : Int.random(in: 0..<count, using: &state.order)
      }
      if keepsHistory {
        state.history.ready.append(count)
        if index > 0 { state.history.jobs[step] = index }
      }
      var mix = SplitMix64(seed: state.fingerprint ^ UInt64(count << 20 | index))
      state.fingerprint = mix.next() ^ UInt64(bitPattern: now)
      // Which jobs go out of their turn is told where that is the history, not where all do.
      let isToBeTold = isTracing && index > 0 && schedule.jobs != nil
      let change = isToBeTold ? "step \(step): job \(index) of 0...\(count - 1) goes first" : nil
      return (state.ready.remove(at: index), state.steps > maximumSteps, change)
    }
    guard let job else { return false }
    if let change { note(change) }
    job.runSynchronously(on: asUnownedTaskExecutor())
    if isEndless {
      throw unfinished("not over after \(maximumSteps) steps")
    }
    return true
  }

  private func unfinished(_ problem: String) -> SimulationFailure {
    let waits = waits.report
    let hint = "no wait has a name: put Waiting.for(_:) around what may not come"
    return SimulationFailure(
      seed: seed, problem: problem, waits: waits.isEmpty ? [hint] : waits, trace: trace)
  }
}

extension SimulatedWorld {
  /// Sleeps in this world.
  public func sleep(for duration: Duration) async throws {
    try await clock.sleep(until: clock.now().advanced(by: duration))
  }
}
