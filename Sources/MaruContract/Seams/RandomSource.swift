/// Where chance comes from: jitter, ids, keys.
///
/// In production it must be hard to predict, since idempotency keys are made of it.
public protocol RandomSource: Sendable {
  /// 64 bits, each as likely to be set as not.
  func next() -> UInt64
}

extension RandomSource {
  /// A duration between zero and `limit`, each as likely: full jitter.
  package func duration(upTo limit: Duration) -> Duration {
    let nanoseconds = UInt64(max(limit.wholeNanoseconds, 0))
    // The multiplication's high half maps 2⁶⁴ values evenly enough onto any bound.
    return .nanoseconds(Int64(next().multipliedFullWidth(by: nanoseconds &+ 1).high))
  }
}
