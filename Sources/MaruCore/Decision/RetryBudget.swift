internal import MaruSystem

/// Keeps an outage from becoming a storm: what all calls of a client may retry together.
///
/// A bucket of tokens. Each call earns an eleventh of a retry, so that with every call failing the
/// retries stay below a tenth of the calls, beyond the burst that the bucket starts with.
struct TokenBucket: Sendable {
  private static let retryPrice = 11
  private let capacity: Int
  private var tokens: Int

  init(burst: Int) {
    // 'Int.max' is how an app says that it wants no budget.
    capacity = min(max(burst, 0), Int.max / Self.retryPrice) * Self.retryPrice
    tokens = capacity
  }

  mutating func earn() {
    tokens = min(tokens + 1, max(capacity, Self.retryPrice))
  }

  mutating func pay() -> Bool {
    guard tokens >= Self.retryPrice else { return false }
    tokens -= Self.retryPrice
    return true
  }
}

/// The bucket that a client's calls share.
final class RetryBudget: Sendable {
  private let bucket: Locked<TokenBucket>

  init(burst: Int) {
    bucket = Locked(TokenBucket(burst: burst))
  }

  /// A call has begun.
  func earn() { bucket.withLock { $0.earn() } }

  /// A call wants to be sent again; false if it may not.
  func pay() -> Bool { bucket.withLock { $0.pay() } }
}
