import MaruCore
import MaruTesting
import Testing

@Suite struct MachineWalkLawTests {
  @Test func `every event in every state leaves a machine that keeps its promises`() throws {
    let met = try seeds.tally { world in
      var walk = try MachineWalk(random: world.random)
      try walk.run(steps: 200)
      return walk.coverage
    }
    // Fewer worlds prove the promises as far as they go, but not that all was met.
    guard seeds.all.count >= 2_000 else { return }
    let pairs = TokenMachine.State.allCases.flatMap { state in
      SessionCoverage.Event.allCases.map { Coverage<_, _>.Pair($0, in: state) }
    }
    #expect(pairs.count == 9 * 22)
    try met.pairs.require(pairs, atLeast: 100)
  }

  @Test(arguments: [
    PlantedSessionBug.noSingleFlight, .usedBeforeStored, .waitersCancelCancelsTheRefresh,
    .oldAccountsTokenIsSent,
  ])
  func `a planted mistake of the machine is found`(_ bug: PlantedSessionBug) {
    let found = firstFailure(seeds: 0..<1_000) { world in
      var walk = try MachineWalk(random: world.random, decide: bug.decide())
      try walk.run(steps: 200)
    }
    #expect(found != nil)
  }
}
