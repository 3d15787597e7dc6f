internal import MaruHTTP

/// Names and values in the form encoding, as in queries and `application/x-www-form-urlencoded`.
public struct FormFields: Hashable, Sendable {
  private var pairs: [Pair]

  private struct Pair: Hashable, Sendable {
    let name: String
    let value: String
  }

  /// Decodes the text; nil if it has a broken percent triplet or is no UTF-8.
  public init?(encoded text: some StringProtocol) {
    pairs = []
    for piece in text.split(separator: "&") {
      let halves = piece.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = halves.count == 2 ? Self.decode(halves[1]) : ""
      guard let name = Self.decode(halves[0]), let value else { return nil }
      pairs.append(Pair(name: name, value: value))
    }
  }

  /// Every value of a name, in order.
  public func values(of name: String) -> [String] {
    pairs.filter { $0.name == name }.map(\.value)
  }

  /// The names that stand there more than once.
  public var repeatedNames: Set<String> {
    var seen: Set<String> = []
    return Set(pairs.map(\.name).filter { !seen.insert($0).inserted })
  }

  /// The first value of a name.
  public subscript(name: String) -> String? {
    pairs.first { $0.name == name }?.value
  }

  // WHATWG URL §5.1: in forms, unlike in paths, a plus is a space.
  private static func decode(_ text: some StringProtocol) -> String? {
    PercentEncoding.decode(String(text.map { $0 == "+" ? " " : $0 }))
  }
}
