import GatewayStore
import Testing

@Suite struct TokenFamilyTests {
  private func family(
    used generation: Int, _ hash: [UInt8], seen: Int? = nil, revoked: Bool = false
  ) -> TokenFamily {
    TokenFamily(
      usedGeneration: generation, usedHash: hash, seenGeneration: seen ?? generation,
      isRevoked: revoked)
  }

  private func verdict(
    _ family: TokenFamily, hash: [UInt8], generation: Int
  ) -> TokenFamily.Verdict {
    var family = family
    return family.refresh(hash: hash, generation: generation)
  }

  @Test func `a new token makes its successor`() {
    #expect(verdict(family(used: 0, []), hash: [1], generation: 1) == .rotate(next: 2))
    #expect(verdict(family(used: 1, [1]), hash: [2], generation: 2) == .rotate(next: 3))
  }

  @Test func `the direct predecessor is good until its successor is used`() {
    #expect(verdict(family(used: 1, [1]), hash: [1], generation: 1) == .rotate(next: 2))
    #expect(verdict(family(used: 2, [2]), hash: [1], generation: 1) == .reused)
  }

  @Test func `an access token that is used ends the predecessor's time as well`() {
    var family = family(used: 1, [1])
    let isFirstGood = family.access(generation: 1)
    #expect(isFirstGood)
    #expect(verdict(family, hash: [1], generation: 1) == .rotate(next: 2))
    let isSecondGood = family.access(generation: 2)
    #expect(isSecondGood)
    #expect(verdict(family, hash: [1], generation: 1) == .reused)
    #expect(verdict(family, hash: [2], generation: 2) == .rotate(next: 3))
  }

  @Test func `an older access token is good as long as its family`() {
    var family = family(used: 3, [3], seen: 4)
    let isGood = family.access(generation: 1)
    #expect(isGood)
    #expect(family.seenGeneration == 4)
    family.revoke()
    let isGoodAfterwards = family.access(generation: 4)
    #expect(!isGoodAfterwards)
  }

  @Test func `of two successors, only the one that was used first counts`() {
    #expect(verdict(family(used: 2, [2]), hash: [22], generation: 2) == .reused)
  }

  @Test func `anything older ends the family, and an ended family stays ended`() {
    var family = family(used: 3, [3])
    let verdicts = [
      family.refresh(hash: [1], generation: 1), family.refresh(hash: [4], generation: 4),
    ]
    #expect(verdicts == [.reused, .ended])
    #expect(family.isRevoked)
  }
}
