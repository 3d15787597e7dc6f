import MaruSystem
import MaruTesting
import Testing

@Suite struct ExplorationTests {
  private struct Wrong: Error, CustomStringConvertible {
    var description: String
  }

  /// A tally whose order shows.
  private struct Order: WorldTally {
    var seeds: [UInt64] = []
    init() {}
    init(_ seed: UInt64) { seeds = [seed] }
    mutating func add(_ other: Order) { seeds += other.seeds }
  }

  @Test(arguments: [1, 2, 5, 16])
  func `every seed is tried once, and added up in its order`(threads: Int) throws {
    for seeds in [0..<0, 7..<8, 0..<255, 3..<1_003, 0..<5_000] as [Range<UInt64>] {
      let order = try tally(seeds: seeds, threads: threads) { Order($0.seed) }
      #expect(order.seeds == Array(seeds))
    }
  }

  @Test(arguments: [1, 2, 5, 16])
  func `the lowest seed that fails is named, whoever is first`(threads: Int) throws {
    for round in 0..<20 {
      let failure = firstFailure(seeds: 0..<4_000, threads: threads) { world in
        // The low ones take long, so that a high one fails first.
        if world.seed < 900 { try world.run { for _ in 0..<50 { await Task.yield() } } }
        if world.seed % 1_000 >= 777 { throw Wrong(description: "seed \(world.seed) is wrong") }
      }
      #expect(failure?.seed == 777, "in round \(round)")
      #expect(failure?.problem == "seed 777 is wrong")
    }
  }

  @Test func `the last seed of a range counts`() throws {
    let failure = firstFailure(seeds: 10..<1_000) { world in
      if world.seed == 999 { throw Wrong(description: "the last") }
    }
    #expect(failure?.seed == 999)
    try explore(seeds: 10..<999) { world in
      if world.seed == 999 { throw Wrong(description: "the last") }
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func `worlds run at the same time, as many as there are threads`() throws {
    // Each world waits for the other two: with fewer threads nobody ever goes on.
    let arrived = Locked(0)
    try explore(seeds: 0..<3, threads: 3) { world in
      arrived.withLock { $0 += 1 }
      while arrived.withLock({ $0 }) < 3 {}
    }
    #expect(arrived.withLock { $0 } == 3)
  }

  @Test func `a failure is told with its trace`() throws {
    let failure = firstFailure(seeds: 0..<100) { world in
      try world.run {
        try await world.sleep(for: .milliseconds(20))
        world.note("it is late")
        if world.seed == 41 { throw Wrong(description: "too late") }
      }
    }
    #expect(failure?.trace == ["20 ms  it is late"])
    #expect(failure?.description == "seed 41: too late\n  20 ms  it is late")
  }

  @Test func `what is not decided by the seed is said`() throws {
    let runs = Locked(0)
    let failure = firstFailure(seeds: 0..<1) { _ in
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      if run == 1 { throw Wrong(description: "odd") }
    }
    #expect(failure?.problem == "odd; it did not come again, so something escapes the world")
  }
}
