/// Lets a server see that two requests are one wish: 1 to 128 letters, digits and `-._~:`.
///
/// Made once for a call and kept over its attempts; the app may give its own, so that it can ask
/// what became of a call that it cancelled.
///
/// Source: draft-ietf-httpapi-idempotency-key-header §2.
public struct IdempotencyKey: Hashable, Sendable, CustomStringConvertible {
  private static let rule = TextRule("idempotency key", lengths: 1...128, extra: ":")

  /// The key as it goes on the wire, in `Idempotency-Key`.
  public let rawValue: String

  /// Takes a key that the app has made; it should be hard to guess, as a UUID is.
  ///
  /// - Throws: ``InvalidIdentifier`` if it is too long or has other characters.
  public init(_ rawValue: String) throws(InvalidIdentifier) {
    try Self.rule.check(rawValue)
    self.rawValue = rawValue
  }

  /// Makes a key of 128 random bits.
  public init(random: some RandomSource) {
    rawValue = HexDigits.of128Bits(random)
  }

  /// The key as it goes on the wire.
  public var description: String { rawValue }
}
