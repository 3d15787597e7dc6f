import MaruContract
import MaruCore
import MaruTesting
import Testing

@Suite struct PlantedSessionBugTests {
  @Test(arguments: PlantedSessionBug.allCases)
  func `a planted mistake is found within a thousand worlds`(bug: PlantedSessionBug) throws {
    let failure = firstFailure(seeds: 0..<1_000) { world in
      try SessionScenario(world: world, decide: bug.decide()).run()
    }
    let found = try #require(failure, "no world shows it")
    print("\(bug): \(found.problem) (seed \(found.seed))")
    #expect(found.problem.hasPrefix(bug.law), "found by another law: \(found.problem)")
    #expect(!found.trace.isEmpty)
  }
}
