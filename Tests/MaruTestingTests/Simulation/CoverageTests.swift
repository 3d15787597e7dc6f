import MaruTesting
import Testing

@Suite struct CoverageTests {
  private enum Door: String, CaseIterable, CustomStringConvertible {
    case open, closed, locked
    var description: String { rawValue }
  }
  private enum Hand: String, CaseIterable, CustomStringConvertible {
    case pull, push, turn
    var description: String { rawValue }
  }
  private typealias Met = Coverage<Door, Hand>

  private static let declared: [Met.Pair] = [
    .init(.push, in: .open), .init(.pull, in: .closed), .init(.turn, in: .closed),
    .init(.turn, in: .locked),
  ]

  @Test func `what is declared and met often enough passes`() throws {
    var met = Met()
    for pair in Self.declared { for _ in 0..<3 { met.note(pair.event, in: pair.state) } }
    try met.require(Self.declared, atLeast: 3)
    #expect(met.count(of: .turn, in: .locked) == 3)
    #expect(met.count(of: .pull, in: .locked) == 0)
  }

  @Test func `all that is missing is listed, the rarest first`() throws {
    var met = Met()
    met.note(.push, in: .open)
    met.note(.turn, in: .closed)
    met.note(.turn, in: .closed)
    met.note(.pull, in: .locked)
    let gap = try #require(throws: CoverageGap.self) {
      try met.require(Self.declared, atLeast: 2)
    }
    #expect(
      gap.description == """
        the worlds have not met what they should
          closed × pull: met 0 of 2 times
          locked × turn: met 0 of 2 times
          open × push: met 1 of 2 times
          locked × pull: met, and not declared
        """)
    #expect(gap.rare.map(\.count) == [0, 0, 1])
    #expect(gap.undeclared == ["locked × pull"])
  }

  @Test(arguments: [1, 2, 7])
  func `worlds are added up the same over any number of threads`(threads: Int) throws {
    let met = try tally(seeds: 0..<900, threads: threads) { world in
      var met = Met()
      met.note(Hand.allCases[Int(world.seed % 3)], in: Door.allCases[Int(world.seed / 3 % 3)])
      return met
    }
    #expect(met.counts.count == 9)
    #expect(met.counts.values.allSatisfy { $0 == 100 })
  }

  @Test func `a pair that only one seed meets is met`() throws {
    let met = try tally(seeds: 0..<2_000) { world in
      var met = Met()
      if world.seed == 1_234 { met.note(.turn, in: .locked) }
      return met
    }
    #expect(met.counts == [.init(.turn, in: .locked): 1])
  }
}
