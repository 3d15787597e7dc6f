internal import MaruSystem

/// The keys whose requests are being worked on in this process.
///
/// They live in memory on purpose: if the process dies, nothing was committed, and the client's
/// next attempt must be let in.
final class IdempotencyClaims: Sendable {
  struct Name: Hashable, Sendable {
    let user: String
    let key: IdempotencyKey
  }

  enum Verdict: Hashable {
    case claimed
    case inFlight
    /// The key is being worked on for a request that was different.
    case reused
  }

  private let fingerprints = Locked<[Name: [UInt8]]>([:])

  /// Claims a key; whoever got it must ``release(_:)`` it.
  func claim(_ name: Name, fingerprint: [UInt8]) -> Verdict {
    fingerprints.withLock { fingerprints in
      if let present = fingerprints[name] {
        return present == fingerprint ? .inFlight : .reused
      }
      fingerprints[name] = fingerprint
      return .claimed
    }
  }

  func release(_ name: Name) {
    fingerprints.withLock { _ = $0.removeValue(forKey: name) }
  }

  func contains(_ name: Name) -> Bool {
    fingerprints.withLock { $0[name] != nil }
  }
}
