import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

@Suite struct SessionLawTests {
  private struct Met: WorldTally {
    var coverage = SessionCoverage()
    var steps = 0

    mutating func add(_ other: Met) {
      coverage.add(other.coverage)
      steps += other.steps
    }
  }

  @Test func `the laws of a session hold in every world`() throws {
    let met = try seeds.tally { world in
      let scenario = SessionScenario(world: world)
      try scenario.run()
      return Met(
        coverage: scenario.watch.state.withLock { $0.coverage }, steps: world.steps)
    }
    // Fewer worlds prove the laws as far as they go, but not that all was met.
    guard seeds.all.count >= 20_000 else { return }
    #expect(met.steps / seeds.all.count >= 150)
    // A hundred times in 100,000 worlds, and as often for each of them in fewer.
    let least = 100 * seeds.all.count / 100_000
    for pair in SessionCoverage.mustBeMet {
      let count = met.coverage.pairs.count(of: pair.event, in: pair.state)
      #expect(count >= least, "\(pair) was met \(count) times")
    }
  }
}
