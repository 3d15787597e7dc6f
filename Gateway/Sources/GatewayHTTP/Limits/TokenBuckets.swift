/// Whether a request is let through.
package enum Admission: Hashable, Sendable {
  case admitted
  /// After so many whole seconds the next one is.
  case refused(retryAfterSeconds: Int)
}

/// Lets each key's requests through at a steady rate, and some at once.
///
/// A bucket holds a minute's worth and fills evenly. Memory is bounded: of too many keys, those that
/// asked least are forgotten first, who thereby get a full bucket again.
package struct TokenBuckets<Key: Hashable & Sendable>: Sendable {
  private struct Bucket {
    var level: Double
    var filledAt: Duration
  }

  private let capacity: Double
  private let maximumKeys: Int
  private var buckets: [Key: Bucket] = [:]

  /// - Parameters:
  ///   - perMinute: how many requests of one key; at least one.
  ///   - maximumKeys: how many keys are remembered.
  package init(perMinute: Int, maximumKeys: Int = 10_000) {
    precondition(perMinute > 0 && maximumKeys > 0, "a limit lets something through")
    capacity = Double(perMinute)
    self.maximumKeys = maximumKeys
  }

  /// How many keys are remembered now.
  package var count: Int { buckets.count }

  /// Takes one token of a key's bucket.
  ///
  /// - Parameter now: on a clock that never goes back.
  package mutating func take(_ key: Key, at now: Duration) -> Admission {
    var level = level(of: buckets[key], at: now)
    let admission: Admission
    if level >= 1 {
      level -= 1
      admission = .admitted
    } else {
      admission = refusal(level)
    }
    if buckets[key] == nil, buckets.count >= maximumKeys { forget(at: now) }
    buckets[key] = Bucket(level: level, filledAt: now)
    return admission
  }

  /// Whether a token could be taken, without taking it.
  package func look(at key: Key, at now: Duration) -> Admission {
    let level = level(of: buckets[key], at: now)
    return level >= 1 ? .admitted : refusal(level)
  }

  private func refusal(_ level: Double) -> Admission {
    .refused(retryAfterSeconds: max(1, Int(((1 - level) / perSecond).rounded(.up))))
  }

  private var perSecond: Double { capacity / 60 }

  private func level(of bucket: Bucket?, at now: Duration) -> Double {
    guard let bucket else { return capacity }
    let (seconds, attoseconds) = (now - bucket.filledAt).components
    let elapsed = Double(seconds) + Double(attoseconds) / 1e18
    return min(capacity, bucket.level + elapsed * perSecond)
  }

  /// Drops the full buckets, which are as good as none; if there are few, the fuller half.
  private mutating func forget(at now: Duration) {
    let levels = buckets.map { (key: $0.key, level: level(of: $0.value, at: now)) }
      .sorted { $0.level > $1.level }
    let half = max(1, levels.count / 2)
    for (index, entry) in levels.enumerated() where index < half || entry.level >= capacity {
      buckets[entry.key] = nil
    }
  }
}
