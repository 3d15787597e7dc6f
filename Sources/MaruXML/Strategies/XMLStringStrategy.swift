/// What becomes of white space around strings, and of strings with nothing in them.
public struct XMLStringStrategy: Sendable, Hashable {
  /// White space at both ends of a string.
  public enum Whitespace: Sendable, Hashable {
    /// Part of the string.
    case kept
    /// Removed, where it is written as such: what comes from a character reference or stands in a
    /// CDATA section was meant, and stays.
    case trimmed
  }

  /// What an optional string is if its element or attribute is there and empty.
  public enum Empty: Sendable, Hashable {
    /// The empty string.
    case string
    /// Nil.
    case none
  }

  /// White space at both ends; kept by default.
  public var whitespace: Whitespace
  /// An empty element or attribute for an optional string; the empty string by default.
  public var emptyOptional: Empty

  /// Decides about strings.
  public init(whitespace: Whitespace = .kept, emptyOptional: Empty = .string) {
    self.whitespace = whitespace
    self.emptyOptional = emptyOptional
  }
}

/// What a decoder makes of two elements where a type has one value.
public enum XMLRepetitionStrategy: Sendable, Hashable {
  /// It throws ``XMLError/Code/repeatedElement``.
  case refused
  /// The first counts.
  case first
  /// The last counts.
  case last
}

/// What an encoder writes for nil in a property.
public enum XMLNilStrategy: Sendable, Hashable {
  /// Nothing.
  case omitted
  /// An element with `xsi:nil="true"` (XML Schema part 1, §2.6.2); nothing for an attribute.
  case marked
  /// An empty element, which is nil again but for strings; nothing for an attribute.
  case empty
}
