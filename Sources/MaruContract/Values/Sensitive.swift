/// A value that no description, log or dump shows.
///
/// Reading ``value`` is the one way to it, so each place that does can be searched for.
public struct Sensitive<Value> {
  /// What is kept out of sight.
  public let value: Value

  /// Keeps a value out of sight.
  public init(_ value: Value) {
    self.value = value
  }
}

extension Sensitive: Sendable where Value: Sendable {}
extension Sensitive: Equatable where Value: Equatable {}
extension Sensitive: Hashable where Value: Hashable {}

extension Sensitive: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Always `‹redacted›`.
  public var description: String { "‹redacted›" }
  /// Always `‹redacted›`.
  public var debugDescription: String { "‹redacted›" }
  /// A mirror without children: `dump` finds nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
