/// A value of JSON that stays as it was written: members in their order, names twice if they were.
indirect enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  /// A text that was longer than what is kept: its beginning, its bytes, and a mark of all of it.
  case longString(String, bytes: Int, mark: UInt64)
  case array([JSONValue])
  case object([Member])

  struct Member: Sendable, Hashable {
    let name: String
    let value: JSONValue
  }

  /// The first member of a name.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  var text: String? {
    switch self {
    case .string(let text), .longString(let text, _, _): text
    default: nil
    }
  }

  /// The number, also one that is written as a text.
  var double: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  var int: Int? { double.flatMap { Int(exactly: $0.rounded()) } }

  /// A text, or a number as one would write it.
  var scalar: String? {
    switch self {
    case .string(let text): text
    case .number(let number):
      Int(exactly: number).map(String.init) ?? (number.isFinite ? String(number) : nil)
    default: nil
    }
  }

  var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  var elements: [JSONValue] { if case .array(let all) = self { all } else { [] } }
  var members: [Member] { if case .object(let all) = self { all } else { [] } }
  var isNull: Bool { if case .null = self { true } else { false } }

  /// Reads all of a text; nil if it is not one value.
  static func parse(_ text: String) -> JSONValue? {
    var reader = JSONReader(ByteFeed(Array(text.utf8)))
    guard let value = try? reader.value(), (try? reader.isAtEnd()) == true else { return nil }
    return value
  }
}
