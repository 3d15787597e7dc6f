import MaruContract
import MaruSystem
import MaruTesting
import Testing

@Suite struct ShrinkingTests {
  private struct Wrong: LawBreach, CustomStringConvertible {
    var law: String
    var description: String
  }

  /// A dozen tasks that take turns some two hundred times; three of them pass a door each, and only
  /// one order of the six is wrong.
  private static func passDoors(in world: SimulatedWorld, tasks: Int = 12, rests: Bool = true)
    throws
  {
    let passed = Locked<[Int]>([])
    try world.run {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<tasks {
          group.addTask {
            for turn in 0..<16 {
              await Task.yield()
              if rests, world.random.happens(percent: 5) {
                try? await world.sleep(for: world.random.milliseconds(0...3))
              }
              if turn == 8, number < 3 {
                world.note("task \(number) passes")
                passed.withLock { $0.append(number) }
              }
            }
          }
        }
      }
    }
    let order = passed.withLock { $0 }
    if order == [2, 1, 0] { throw Wrong(law: "ORDER", description: "they passed as \(order)") }
  }

  @Test func `a race that needs one order shrinks to a handful of choices`() throws {
    let failure = try #require(
      firstFailure(seeds: 0..<200, shrinkRuns: 2_000) { try Self.passDoors(in: $0) })
    let shortest = try #require(failure.shortest)
    #expect(shortest.stepsBefore > 200 && shortest.choicesBefore > 100)
    #expect(shortest.schedule.choices <= 4, "\(failure)")
    #expect(shortest.problem == "they passed as [2, 1, 0]")
    #expect(
      shortest.trace.filter { $0.contains("passes") }.map { $0.suffix(13) }
        == ["task 2 passes", "task 1 passes", "task 0 passes"])
    #expect(failure.description.contains("MARU_SCHEDULE=\(shortest.schedule)"))
  }

  @Test func `the order of jobs alone is enough where nothing is drawn`() throws {
    let failure = try #require(
      firstFailure(seeds: 0..<200, shrinkRuns: 2_000) { try Self.passDoors(in: $0, rests: false) })
    let shortest = try #require(failure.shortest)
    #expect(shortest.schedule.draws == [])
    #expect((1...4).contains(shortest.schedule.choices), "\(failure)")
    // A job that goes out of its turn is told in the trace.
    #expect(shortest.trace.contains { $0.contains("goes first") })
  }

  @Test func `one seed shrinks to one history`() throws {
    func shrunk(threads: Int) throws -> [String] {
      let failure = firstFailure(seeds: 0..<200, threads: threads, shrinkRuns: 600) {
        try Self.passDoors(in: $0)
      }
      let shortest = try #require(failure?.shortest)
      return ["\(shortest.seed)", "\(shortest.schedule)", "\(shortest.runs)"] + shortest.trace
    }
    let first = try shrunk(threads: 1)
    #expect(try shrunk(threads: 1) == first)
    #expect(try shrunk(threads: 4) == first)
  }

  @Test func `what was printed can be run again`() throws {
    let failure = try #require(
      firstFailure(seeds: 0..<200, shrinkRuns: 600) { try Self.passDoors(in: $0) })
    let shortest = try #require(failure.shortest)
    let schedule = try #require(Schedule(shortest.schedule.description))
    let again = try #require(throws: SimulationFailure.self) {
      try explore(
        seeds: shortest.seed..<shortest.seed + 1, schedule: schedule, shrinkRuns: 0
      ) { try Self.passDoors(in: $0) }
    }
    #expect(again.problem == shortest.problem)
    #expect(again.trace == shortest.trace)
  }

  @Test func `it does not end at another failure`() throws {
    // Whatever is calm breaks another law; what is looked for needs the second and third draw.
    let failure = try #require(
      firstFailure(seeds: 0..<500, shrinkRuns: 500) { world in
        let draws = (0..<20).map { _ in world.random.integer(in: 0...9) }
        if draws[2] >= 5, draws[3] >= 5 {
          throw Wrong(law: "RARE", description: "drew \(draws[2]) and \(draws[3])")
        }
        if !draws.contains(where: { $0 > 0 }) || world.seed > 400 {
          throw Wrong(law: "OTHER", description: "all is calm")
        }
      })
    #expect(failure.law == "RARE")
    #expect(failure.shortest?.schedule == Schedule(jobs: [:], draws: [2, 3]))
  }

  @Test func `a scenario that takes a size shrinks to the smallest that fails`() throws {
    let failure = try #require(
      firstFailure(seeds: 0..<500, shrinkRuns: 2_000) { world in
        try Self.passDoors(in: world, tasks: world.size(1...30), rests: false)
      })
    let shortest = try #require(failure.shortest)
    #expect(shortest.schedule.size == 4 || shortest.schedule.size == 3, "\(failure)")
    #expect(shortest.steps < shortest.stepsBefore / 4)
  }

  @Test(arguments: [1, 7, 50])
  func `no more worlds are tried than asked for`(limit: Int) throws {
    let runs = Locked(0)
    let failure = firstFailure(seeds: 3..<4, threads: 1, shrinkRuns: limit) { world in
      runs.withLock { $0 += 1 }
      try Self.passDoors(in: world)
      throw Wrong(law: "ALWAYS", description: "seed \(world.seed)")
    }
    // The world that failed, its second run with the trace, and the last run of the shortest.
    #expect(runs.withLock { $0 } <= limit + 3)
    #expect((failure?.shortest?.runs ?? 0) <= limit)
  }

  @Test func `a world that is stuck shrinks, too, and says who waits`() throws {
    let failure = try #require(
      firstFailure(seeds: 0..<300, shrinkRuns: 500) { world in
        let isOpen = Locked(false)
        let (door, opener) = AsyncStream<Void>.makeStream()
        try world.run {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { await Task.yield() } }
            group.addTask {
              await Task.yield()
              // Whoever comes when it is open goes in at once; the bell rings for nobody else.
              isOpen.withLock { $0 = true }
            }
            group.addTask {
              for _ in 0..<4 { await Task.yield() }
              if isOpen.withLock({ $0 }) { return }
              await Waiting.for("the bell") { for await _ in door {} }
            }
          }
        }
        opener.finish()
      })
    #expect(failure.problem.hasPrefix("stuck"))
    #expect(failure.shortest?.waits == ["somebody waits for the bell"])
    // Whoever is kept from its turn needs a choice for each turn.
    #expect((failure.shortest?.schedule.choices ?? 99) <= 9, "\(failure)")
  }
}
