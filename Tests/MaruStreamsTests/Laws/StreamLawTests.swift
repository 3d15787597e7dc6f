import MaruTesting
import Testing

@Suite struct StreamLawTests {
  @Test func `a stream keeps its laws in every world`() throws {
    try seeds.explore { world in
      let scenario = try StreamScenario(world: world)
      try scenario.run()
      try StreamLaws(scenario: scenario).check()
    }
  }

  @Test(arguments: PlantedStreamBug.allCases)
  func `a planted mistake is found by its own law`(bug: PlantedStreamBug) throws {
    // Other laws may notice it as well; what counts is that its own does in some world.
    let failure = firstFailure(seeds: 0..<1_000) { world in
      let scenario = try StreamScenario(world: world, bug: bug)
      try scenario.run()
      do {
        try StreamLaws(scenario: scenario).check()
      } catch let failure as SimulationFailure where failure.problem.hasPrefix(bug.rawValue) {
        throw failure
      } catch {}
    }
    #expect(failure?.problem.hasPrefix(bug.rawValue) == true, "no world shows it")
  }
}
