public import MaruContract

/// The system's own chance, which nobody can predict.
public struct SystemRandom: RandomSource {
  /// The system's chance.
  public init() {}

  /// 64 bits.
  public func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}

extension IdempotencyKey {
  /// A key that nobody can guess, for a call that the app may want to ask about later.
  public static func random() -> IdempotencyKey { IdempotencyKey(random: SystemRandom()) }
}

extension RequestID {
  /// An id of the app's own making, to show before the call is made.
  public static func random() -> RequestID { RequestID(random: SystemRandom()) }
}
