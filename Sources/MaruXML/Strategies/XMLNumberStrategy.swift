/// Which texts are numbers.
///
/// What does not fit throws; nothing is dropped from a number and nothing is rounded but binary
/// fractions.
public struct XMLNumberStrategy: Sendable, Hashable {
  /// White space around a number.
  public enum Whitespace: Sendable, Hashable {
    /// Allowed, as XML Schema has it (part 2, §4.3.6).
    case trimmed
    /// The text is the number, and nothing else.
    case refused
  }

  /// Numbers that are none or have no end.
  public enum NonFinite: Sendable, Hashable {
    /// They throw in both directions.
    case refused
    /// These texts; XML Schema's are `INF`, `-INF` and `NaN`.
    case texts(positiveInfinity: String, negativeInfinity: String, nan: String)

    /// XML Schema's (part 2, §3.2.5).
    public static let schema = NonFinite.texts(
      positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
  }

  /// White space around a number; allowed by default.
  public var whitespace: Whitespace
  /// What may stand between groups of three digits before the point, as the comma in `184,000`; an
  /// ASCII character that is no digit, sign or point. Nil, the default: nothing. All groups must have
  /// three digits, but for the first.
  public var groupSeparator: Character?
  /// Infinities and not-a-number; they throw by default.
  public var nonFinite: NonFinite

  /// Decides which texts are numbers.
  public init(
    whitespace: Whitespace = .trimmed, groupSeparator: Character? = nil,
    nonFinite: NonFinite = .refused
  ) {
    self.whitespace = whitespace
    self.groupSeparator = groupSeparator
    self.nonFinite = nonFinite
  }
}

/// Which texts are true and false.
public struct XMLBoolStrategy: Sendable, Hashable {
  /// Texts that are true; the first is written.
  public var trueTexts: [String]
  /// Texts that are false; the first is written.
  public var falseTexts: [String]

  /// Names the texts; case matters. White space around is treated as with numbers.
  public init(true trueTexts: [String], false falseTexts: [String]) {
    self.trueTexts = trueTexts
    self.falseTexts = falseTexts
  }

  /// `true`, `1`, `false` and `0` (XML Schema part 2, §3.2.2).
  public static let schema = XMLBoolStrategy(true: ["true", "1"], false: ["false", "0"])
}
