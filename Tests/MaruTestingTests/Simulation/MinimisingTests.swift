import MaruTesting
import Testing

@Suite struct MinimisingTests {
  @Test func `what is needed is left, and nothing else`() {
    var random = SplitMix64(seed: 3)
    for count in [1, 2, 3, 10, 64, 257] {
      for _ in 0..<20 {
        let needed = Set((0..<4).map { _ in Int.random(in: 0..<count, using: &random) })
        let kept = Minimising.minimum(of: Array(0..<count)) { items in
          needed.isSubset(of: items) ? .yes : .no
        }
        #expect(kept == needed.sorted())
      }
    }
  }

  @Test func `nothing is left where nothing is needed`() {
    #expect(Minimising.minimum(of: Array(0..<100)) { _ in .yes }.isEmpty)
    #expect(Minimising.minimum(of: [Int]()) { _ in .yes }.isEmpty)
  }

  @Test func `either of two is enough, and one is left`() {
    let kept = Minimising.minimum(of: Array(0..<50)) { items in
      items.contains(13) || items.contains(31) ? .yes : .no
    }
    #expect(kept == [13] || kept == [31])
  }

  @Test func `it ends when there are no more tries, with what held last`() {
    var tries = 0
    let kept = Minimising.minimum(of: Array(0..<1_000)) { items in
      guard tries < 10 else { return .noMoreTries }
      tries += 1
      return items.contains(999) ? .yes : .no
    }
    #expect(tries == 10)
    #expect(kept.contains(999) && kept.count < 1_000)
  }

  @Test func `few of many are found in few tries`() {
    var tries = 0
    let kept = Minimising.minimum(of: Array(0..<1_024)) { items in
      tries += 1
      return Set([100, 101, 900]).isSubset(of: items) ? .yes : .no
    }
    #expect(kept == [100, 101, 900])
    #expect(tries < 120)
  }
}
