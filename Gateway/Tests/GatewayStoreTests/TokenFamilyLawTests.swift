import GatewayStore
import MaruTesting
import Testing

/// What must be so of every family, whoever uses its tokens and in whatever order.
@Suite struct TokenFamilyLawTests {
  typealias Law = @Sendable (FamilyRules, UInt64) -> String?
  typealias Tokens = FamilyWorld.Tokens

  private static let laws: [(name: String, law: Law)] = [
    ("history", history), ("owner", owner), ("duplicates", duplicates), ("thief", thief),
  ]

  @Test(arguments: laws.indices)
  func `the laws hold in every world`(_ index: Int) {
    let (name, law) = Self.laws[index]
    for seed in 0..<seedCount {
      guard let failure = law(.real, seed) else { continue }
      Issue.record("the law '\(name)' fails with the seed \(seed): \(failure)")
      return
    }
  }

  @Test(arguments: FamilyRules.broken)
  func `rules with a mistake break a law`(_ rules: FamilyRules) {
    let isCaught = (0..<200).contains { seed in
      Self.laws.contains { $0.law(rules, UInt64(seed)) != nil }
    }
    #expect(isCaught)
  }

  /// Whatever is presented, the verdict is that of the whole history.
  private static func history(_ rules: FamilyRules, _ seed: UInt64) -> String? {
    var generator = SplitMix64(seed: seed)
    var world = FamilyWorld(rules)
    for step in 0..<40 {
      // The young ones more often: else most worlds end at once.
      let recent = world.given.suffix(Int.random(in: 1...3, using: &generator))
      guard let tokens = recent.randomElement(using: &generator) else { return "nothing given" }
      if Bool.random(using: &generator) {
        let isGood = world.isAccessGood
        guard world.access(tokens) == isGood else { return "step \(step): access of \(tokens)" }
      } else {
        let isGood = world.isGood(tokens)
        guard (world.refresh(tokens) != nil) == isGood else {
          return "step \(step): refresh with \(tokens)"
        }
      }
    }
    return nil
  }

  /// Who stores what arrives before using it is never refused, whatever is lost and whoever is
  /// killed when.
  private static func owner(_ rules: FamilyRules, _ seed: UInt64) -> String? {
    var generator = SplitMix64(seed: seed)
    var world = FamilyWorld(rules)
    var stored = world.given[0]
    for step in 0..<40 {
      switch Int.random(in: 0..<6, using: &generator) {
      // The server is killed before it commits: nothing has happened.
      case 0: break
      // The answer is lost, or the client is killed before it has stored it.
      case 1:
        guard world.refresh(stored) != nil else { return "step \(step): refused after a loss" }
      // Stored, and killed before it is used.
      case 2:
        guard let tokens = world.refresh(stored) else { return "step \(step): refused" }
        stored = tokens
      default:
        guard let tokens = world.refresh(stored) else { return "step \(step): refused" }
        stored = tokens
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          guard world.access(tokens) else { return "step \(step): access refused" }
        }
      }
    }
    return nil
  }

  /// Programs that share a store and refresh at the same time with the same token are never refused,
  /// if each keeps its answer only where nobody else has stored one meanwhile.
  private static func duplicates(_ rules: FamilyRules, _ seed: UInt64) -> String? {
    var generator = SplitMix64(seed: seed)
    var world = FamilyWorld(rules)
    var stored = world.given[0]
    for round in 0..<10 {
      let sent = stored
      var answers: [Tokens] = []
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        guard let tokens = world.refresh(sent) else { return "round \(round): refused" }
        let isLost = Int.random(in: 0..<4, using: &generator) == 0
        if !isLost { answers.append(tokens) }
      }
      for tokens in answers.shuffled(using: &generator) {
        if stored == sent { stored = tokens }
        // Also with the access token of an answer that was not stored.
        guard world.access(Bool.random(using: &generator) ? tokens : stored) else {
          return "round \(round): access refused"
        }
      }
    }
    return nil
  }

  /// Two who do not know of each other and hold one token: once each has had two answers, nothing
  /// that either holds is good for anything.
  private static func thief(_ rules: FamilyRules, _ seed: UInt64) -> String? {
    var generator = SplitMix64(seed: seed)
    var world = FamilyWorld(rules)
    var shared = world.given[0]
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      guard let tokens = world.refresh(shared), world.access(tokens) else { return "no family" }
      shared = tokens
    }
    var held = [shared, shared]
    var answers = [0, 0]
    while answers[0] < 2 || answers[1] < 2 {
      let who = Int.random(in: 0...1, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: _ = world.access(held[who])
      case 1: _ = world.refresh(held[who])
      default:
        if let tokens = world.refresh(held[who]) { held[who] = tokens }
        answers[who] += 1
      }
    }
    return world.isDead() ? nil : "something is good after \(answers) answers"
  }
}
