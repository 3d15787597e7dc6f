/// A piece of a JSON document whose members keep the order in which they were written.
package indirect enum JSONNode: Hashable, Sendable {
  case text(String)
  case integer(Int)
  case boolean(Bool)
  case null
  case list([JSONNode])
  case object([Member])

  /// One member of an object.
  package struct Member: Hashable, Sendable {
    package let name: String
    package let value: JSONNode

    package init(_ name: String, _ value: JSONNode) {
      self.name = name
      self.value = value
    }
  }

  /// The document as UTF-8, indented by two spaces, with a line feed at the end.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, indentation: 0)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private func append(to bytes: inout [UInt8], indentation: Int) {
    switch self {
    case .text(let text): Self.append(text, to: &bytes)
    case .integer(let number): bytes += String(number).utf8
    case .boolean(let value): bytes += (value ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .list(let items):
      Self.append("[", "]", items, to: &bytes, indentation) { item, bytes in
        item.append(to: &bytes, indentation: indentation + 1)
      }
    case .object(let members):
      Self.append("{", "}", members, to: &bytes, indentation) { member, bytes in
        Self.append(member.name, to: &bytes)
        bytes += ": ".utf8
        member.value.append(to: &bytes, indentation: indentation + 1)
      }
    }
  }

  private static func append<Item>(
    _ opening: String, _ closing: String, _ items: [Item], to bytes: inout [UInt8],
    _ indentation: Int, _ write: (Item, inout [UInt8]) -> Void
  ) {
    bytes += opening.utf8
    for (index, item) in items.enumerated() {
      bytes += (index == 0 ? "\n" : ",\n").utf8
      bytes += [UInt8](repeating: UInt8(ascii: " "), count: (indentation + 1) * 2)
      write(item, &bytes)
    }
    if !items.isEmpty {
      bytes.append(UInt8(ascii: "\n"))
      bytes += [UInt8](repeating: UInt8(ascii: " "), count: indentation * 2)
    }
    bytes += closing.utf8
  }

  // RFC 8259 §7.
  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        bytes += (byte < 0x10 ? "\\u000" : "\\u00").utf8
        bytes += String(byte, radix: 16).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .text(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }
  package init(booleanLiteral value: Bool) { self = .boolean(value) }
  package init(arrayLiteral elements: JSONNode...) { self = .list(elements) }
  package init(dictionaryLiteral elements: (String, JSONNode)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  /// The same object with more members behind its own; anything else stays as it is.
  package func adding(_ more: (String, JSONNode?)...) -> JSONNode {
    guard case .object(let members) = self else { return self }
    return .object(
      members
        + more.compactMap { name, value in
          value.map { Member(name, $0) }
        })
  }
}
