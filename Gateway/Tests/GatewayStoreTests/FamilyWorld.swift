import GatewayStore
import Testing

/// How a family judges; the laws are tried on the real rules and on broken ones.
struct FamilyRules: Sendable, CustomTestStringConvertible {
  var name: String
  var refresh: @Sendable (inout TokenFamily, [UInt8], Int) -> TokenFamily.Verdict
  var access: @Sendable (inout TokenFamily, Int) -> Bool

  var testDescription: String { name }

  static let real = FamilyRules(
    name: "the real rules", refresh: { $0.refresh(hash: $1, generation: $2) },
    access: { $0.access(generation: $1) })

  /// Rules that each have one mistake which somebody might make.
  static let broken: [FamilyRules] = [
    FamilyRules(
      name: "an access token leaves the predecessor alone", refresh: real.refresh,
      access: { family, _ in !family.isRevoked }),
    FamilyRules(
      name: "a predecessor is never good again",
      refresh: { family, hash, generation in
        if !family.isRevoked, generation <= family.usedGeneration {
          family.revoke()
          return .reused
        }
        return family.refresh(hash: hash, generation: generation)
      }, access: real.access),
    FamilyRules(
      name: "every successor counts",
      refresh: { family, hash, generation in
        let isSibling = generation == family.usedGeneration && generation == family.seenGeneration
        return family.refresh(
          hash: isSibling ? family.usedHash : hash, generation: generation)
      }, access: real.access),
    FamilyRules(
      name: "a reuse is refused, and the family goes on",
      refresh: { family, hash, generation in
        let before = family
        let verdict = family.refresh(hash: hash, generation: generation)
        if verdict == .reused { family = before }
        return verdict
      }, access: real.access),
    FamilyRules(
      name: "the one before the predecessor is good too",
      refresh: { family, hash, generation in
        if !family.isRevoked, generation == family.seenGeneration - 1 {
          return .rotate(next: generation + 1)
        }
        return family.refresh(hash: hash, generation: generation)
      }, access: real.access),
    FamilyRules(
      name: "access tokens outlive their family", refresh: real.refresh,
      access: { family, generation in
        _ = family.access(generation: generation)
        return true
      }),
  ]
}

/// A server with one family, and everything that it has ever given.
struct FamilyWorld {
  /// The tokens of one answer: both have the number, which stands for the secret.
  struct Tokens: Hashable {
    let number: Int
    let generation: Int

    var hash: [UInt8] {
      [UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
    }
  }

  private let rules: FamilyRules
  private var family = TokenFamily()
  private(set) var given: [Tokens]
  /// What was used of all that, which is all that the oracle looks at.
  private var usedRefresh: Set<Tokens> = []
  private var usedAccess: Set<Tokens> = []
  private var wasReused = false

  init(_ rules: FamilyRules) {
    self.rules = rules
    given = [Tokens(number: 1, generation: 1)]
  }

  /// Refreshes; nil if that is refused.
  mutating func refresh(_ tokens: Tokens) -> Tokens? {
    guard case .rotate(let next) = rules.refresh(&family, tokens.hash, tokens.generation) else {
      wasReused = true
      return nil
    }
    usedRefresh.insert(tokens)
    let made = Tokens(number: given.count + 1, generation: next)
    given.append(made)
    return made
  }

  /// Makes a call with an access token; false if that is refused.
  mutating func access(_ tokens: Tokens) -> Bool {
    guard rules.access(&family, tokens.generation) else { return false }
    usedAccess.insert(tokens)
    return true
  }

  /// Whether a refresh token is good by the whole history, told as ID-4 tells it.
  func isGood(_ tokens: Tokens) -> Bool {
    !wasReused
      && !usedRefresh.contains { $0.generation > tokens.generation }
      && !usedAccess.contains { $0.generation > tokens.generation }
      && !usedRefresh.contains { $0.generation == tokens.generation && $0 != tokens }
  }

  /// Whether an access token is good by the whole history.
  var isAccessGood: Bool { !wasReused }

  /// Whether nothing that was ever given is good for anything.
  mutating func isDead() -> Bool {
    for tokens in given {
      var copy = self
      if copy.access(tokens) || copy.refresh(tokens) != nil { return false }
    }
    return true
  }
}
