/// All tokens that came from one sign-in, and how far they have been used.
///
/// Each use of a refresh token makes a successor, one generation on, and an access token of the same
/// generation. The direct predecessor stays good until a token of its successors' generation is used,
/// so that a client whose answer was lost can ask again, and so that two programs that share a token
/// can ask at once; then several successors exist, and the first that is refreshed with is the one
/// that counts. Whatever else comes is a token that leaked or a client that went back in time: the
/// family ends, with every token of it.
///
/// A successor is always a new token, never the same one again: a thief and the owner of one token
/// would else hold the same one for ever, and neither would notice.
///
/// Source: RFC 9700 §4.14.2.
package struct TokenFamily: Hashable {
  /// The youngest generation that a refresh token of was used; 0 before the first use.
  package private(set) var usedGeneration: Int
  /// The digest of the refresh token that was used then; empty before the first use.
  package private(set) var usedHash: [UInt8]
  /// The youngest generation that a token of either kind was used of; never less than
  /// ``usedGeneration``.
  package private(set) var seenGeneration: Int
  /// Whether it has ended.
  package private(set) var isRevoked: Bool

  /// What is to be done with a refresh token.
  package enum Verdict: Hashable {
    /// Make tokens of this generation.
    case rotate(next: Int)
    /// It was used against the rules, and the family has ended by that.
    case reused
    /// The family had ended already.
    case ended
  }

  /// Makes a family as it is stored; a new one if nothing is given.
  package init(
    usedGeneration: Int = 0, usedHash: [UInt8] = [], seenGeneration: Int = 0,
    isRevoked: Bool = false
  ) {
    self.usedGeneration = usedGeneration
    self.usedHash = usedHash
    self.seenGeneration = seenGeneration
    self.isRevoked = isRevoked
  }

  /// Uses a refresh token of the family.
  package mutating func refresh(hash: [UInt8], generation: Int) -> Verdict {
    if isRevoked { return .ended }
    // Older than what somebody has got and used.
    let isOutlived = generation < seenGeneration
    // One of several successors, of which another was chosen.
    let isPassedOver = generation == usedGeneration && hash != usedHash
    guard !isOutlived, !isPassedOver else {
      isRevoked = true
      return .reused
    }
    usedGeneration = generation
    usedHash = hash
    seenGeneration = generation
    return .rotate(next: generation + 1)
  }

  /// Uses an access token of the family: whoever has it has its refresh token, so that the
  /// predecessor is needed no longer.
  ///
  /// An access token is good until it expires, also when younger ones are there: the calls that
  /// carry it may be under way. Only the end of the family ends it.
  ///
  /// - Returns: whether it is good.
  package mutating func access(generation: Int) -> Bool {
    guard !isRevoked else { return false }
    seenGeneration = max(seenGeneration, generation)
    return true
  }

  /// Ends the family: somebody signed out.
  package mutating func revoke() {
    isRevoked = true
  }
}
