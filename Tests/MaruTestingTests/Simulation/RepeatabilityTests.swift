import MaruSystem
import MaruTesting
import Testing

@Suite struct RepeatabilityTests {
  @Test func `a world that the seed decides repeats itself`() throws {
    try checkRepeatability(seeds: 0..<200) { world in
      try world.run {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<6 {
            group.addTask {
              try? await world.sleep(for: world.random.milliseconds(0...5))
              world.note("\(number) is there")
            }
          }
        }
      }
    }
  }

  private func problem(
    _ law: @escaping @Sendable (SimulatedWorld, _ run: Int) throws -> Void
  ) throws -> String {
    let runs = Locked(0)
    let failure = try #require(throws: SimulationFailure.self) {
      try checkRepeatability(seeds: 0..<1) { world in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        try law(world, run)
      }
    }
    return failure.problem
  }

  @Test func `what is not decided by the seed is found, even where no trace tells it`() throws {
    #expect(
      try problem { world, run in world.note("run \(run)") }
        .contains("line 1 of the trace was '0 ms  run 1' and then '0 ms  run 2'"))
    #expect(
      try problem { world, run in for _ in 0..<run { world.note("a line") } }
        .contains("the trace had 1 lines and then 2"))
    #expect(
      try problem { _, run in if run == 1 { throw CancellationError() } }
        .contains("it ended with 'CancellationError()' and then with 'whole'"))
    #expect(
      try problem { world, run in for _ in 0..<run { _ = world.random.integer(in: 0...1) } }
        .contains("it drew 1 times and then 2 times"))
    #expect(
      try problem { world, run in
        try world.run { for _ in 0..<run { await Task.yield() } }
      }.contains("steps"))
    #expect(
      try problem { world, run in
        try world.run { try await world.sleep(for: .seconds(run)) }
      }.contains("its jobs ran in another order or at other times"))
  }
}
