internal import MaruHTTP

/// Which texts may stand for an identifier: how long, and of which characters.
struct TextRule: Sendable {
  let name: String
  let lengths: ClosedRange<Int>
  let extra: [UInt8]

  init(_ name: String, lengths: ClosedRange<Int>, extra: String) {
    self.name = name
    self.lengths = lengths
    self.extra = Array(extra.utf8)
  }

  func check(_ text: String) throws(InvalidIdentifier) {
    guard lengths.contains(text.utf8.count) else {
      throw InvalidIdentifier(
        name: name, problem: "expected \(lengths) characters, found \(text.utf8.count)")
    }
    let allowed = text.utf8.allSatisfy { PercentEncoding.isUnreserved($0) || extra.contains($0) }
    guard allowed else {
      let shown = String(decoding: extra, as: UTF8.self)
      throw InvalidIdentifier(
        name: name, problem: "expected letters, digits, and any of -._~\(shown) only")
    }
  }
}

/// A text that can't be the identifier it was meant to be.
public struct InvalidIdentifier: Error, Hashable, CustomStringConvertible {
  /// Which identifier.
  public let name: String
  /// What was expected and found; never the text.
  public let problem: String

  /// Says what is wrong with a text; for libraries with identifiers of their own.
  ///
  /// - Parameters:
  ///   - name: which identifier.
  ///   - problem: what was expected and found; never the text.
  public init(name: String, problem: String) {
    self.name = name
    self.problem = problem
  }

  /// Says which identifier and what was expected, never the text.
  public var description: String { "\(name): \(problem)" }
}
