/// What a cookie carries: often a whole session, so no description, log or dump shows it.
///
/// Reading ``text`` is the one way to it, so each place that does can be searched for.
public struct CookieValue: Sendable, Hashable {
  /// The value as the server wrote it, quotes included.
  public let text: String

  /// Keeps a value out of sight.
  public init(_ text: String) {
    self.text = text
  }
}

extension CookieValue: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `‹redacted›`.
  public var description: String { "‹redacted›" }
  /// Always `‹redacted›`.
  public var debugDescription: String { description }
  /// A mirror without children: `dump` finds nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
