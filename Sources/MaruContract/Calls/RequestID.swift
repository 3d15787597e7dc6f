/// Joins a call with what the server logged about it: 1 to 128 letters, digits and `-._~`.
///
/// It is in every error, event and log line, so it must say nothing about a person.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  private static let rule = TextRule("request id", lengths: 1...128, extra: "")

  /// The id as it goes on the wire, in `X-Request-ID`.
  public let rawValue: String

  /// Takes an id that the app has made.
  ///
  /// - Throws: ``InvalidIdentifier`` if it is too long or has other characters.
  public init(_ rawValue: String) throws(InvalidIdentifier) {
    try Self.rule.check(rawValue)
    self.rawValue = rawValue
  }

  /// Makes an id of 128 random bits.
  public init(random: some RandomSource) {
    rawValue = HexDigits.of128Bits(random)
  }

  /// The id as it goes on the wire.
  public var description: String { rawValue }
}
