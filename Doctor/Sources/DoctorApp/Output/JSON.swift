/// A value of JSON, members in the order in which they are given.
indirect enum JSON: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByBooleanLiteral
{
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Sendable, Hashable {
    let name: String
    let value: JSON
  }

  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .number(Double(value)) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(arrayLiteral elements: JSON...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(name: $0.0, value: $0.1) })
  }

  static func strings(_ texts: some Sequence<String>) -> JSON { .array(texts.map { .string($0) }) }
  static func int(_ number: Int) -> JSON { .number(Double(number)) }

  /// The object without members that are null.
  static func compact(_ members: KeyValuePairs<String, JSON>) -> JSON {
    .object(members.compactMap { $0.value == .null ? nil : Member(name: $0.key, value: $0.value) })
  }

  /// Written so that it may also stand inside a page: no `<`, `>` or `&`, and no line separators.
  func text(isIndented: Bool = true) -> String {
    var result = ""
    write(to: &result, isIndented ? 0 : nil)
    return result
  }

  private func write(to result: inout String, _ depth: Int?) {
    switch self {
    case .null: result += "null"
    case .bool(let bool): result += bool ? "true" : "false"
    case .number(let number):
      result += Int(exactly: number).map { String($0) } ?? (number.isFinite ? "\(number)" : "null")
    case .string(let text): Self.quote(text, &result)
    case .array(let elements):
      Self.list(elements, "[", "]", &result, depth) { $0.write(to: &$1, $2) }
    case .object(let members):
      Self.list(members, "{", "}", &result, depth) { member, result, depth in
        Self.quote(member.name, &result)
        result += depth == nil ? ":" : ": "
        member.value.write(to: &result, depth)
      }
    }
  }

  private static func list<Element>(
    _ elements: [Element], _ open: String, _ close: String, _ result: inout String, _ depth: Int?,
    _ write: (Element, inout String, Int?) -> Void
  ) {
    result += open
    for (index, element) in elements.enumerated() {
      if index > 0 { result += "," }
      if let depth { result += "\n" + String(repeating: "  ", count: depth + 1) }
      write(element, &result, depth.map { $0 + 1 })
    }
    if let depth, !elements.isEmpty { result += "\n" + String(repeating: "  ", count: depth) }
    result += close
  }

  private static func quote(_ text: String, _ result: inout String) {
    result += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    result += "\""
  }
}
