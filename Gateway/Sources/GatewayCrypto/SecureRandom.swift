internal import CCrypto

/// Random bytes that nobody can guess, made by OpenSSL.
public struct SecureRandom: RandomNumberGenerator, Sendable {
  /// Makes a source.
  public init() {}

  /// So many random bytes.
  public func bytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    // Going on with bytes that are not random would be worse than ending.
    precondition(RAND_bytes(&bytes, Int32(count)) == 1, "the system has no randomness")
    return bytes
  }

  /// A random number.
  public func next() -> UInt64 {
    bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }
}
