import MaruCore
import MaruTesting
import Testing

@Suite struct CallLawTests {
  /// What all worlds together have met.
  private struct Met: WorldTally {
    var pairs = Watch.Pairs()
    var fewestSteps = Int.max

    mutating func add(_ other: Met) {
      pairs.add(other.pairs)
      fewestSteps = min(fewestSteps, other.fewestSteps)
    }
  }

  @Test func `the laws of a call hold in every world`() throws {
    let met = try seeds.tally { world in
      let scenario = try CallScenario(world: world)
      try scenario.run()
      let laws = CallLaws(scenario)
      try laws.check()
      return Met(pairs: laws.seen.pairs, fewestSteps: world.steps)
    }
    // Fewer worlds prove the laws as far as they go, but not that all was met.
    guard seeds.all.count >= 20_000 else { return }
    #expect(met.fewestSteps >= 100)
    try met.pairs.require(Watch.allPairs, atLeast: 100)
  }
}
