/// One promise looked at: whether it holds, and the measured fact that decides.
package struct Finding: Hashable, Sendable {
  /// Whether the promise holds.
  package let holds: Bool
  /// What was measured.
  package let text: String

  /// Makes a finding.
  package init(_ holds: Bool, _ text: String) {
    self.holds = holds
    self.text = text
  }

  /// Whether something is as it must be; if not, the text says what was found in its place.
  static func expect<Value: Equatable>(_ text: String, _ found: Value, _ expected: Value)
    -> Finding
  {
    if found == expected { return Finding(true, text) }
    return Finding(false, "\(text): expected \(shown(expected)), found \(shown(found))")
  }

  private static func shown(_ value: Any) -> String {
    guard let optional = value as? any Unwrappable else { return "\(value)" }
    return optional.wrapped.map { shown($0) } ?? "nothing"
  }

  /// Whether something took at least as long as it must.
  static func atLeast(_ text: String, _ found: Duration, _ least: Duration) -> Finding {
    Finding(found >= least, "\(text) \(found.shown) (at least \(least.shown))")
  }

  /// Whether something was over as soon as it must be.
  static func within(_ text: String, _ found: Duration, _ limit: Duration) -> Finding {
    Finding(found <= limit, "\(text) \(found.shown) (at most \(limit.shown))")
  }
}

/// Finds out at run time what an optional holds.
private protocol Unwrappable {
  var wrapped: Any? { get }
}

extension Optional: Unwrappable {
  fileprivate var wrapped: Any? { self }
}
