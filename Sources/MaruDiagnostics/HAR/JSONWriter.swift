/// Writes JSON into bytes, member by member.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ name: String? = nil, _ members: (inout JSONWriter) -> Void) {
    open(name, UInt8(ascii: "{"))
    members(&self)
    close(UInt8(ascii: "}"))
  }

  mutating func array(_ name: String? = nil, _ elements: (inout JSONWriter) -> Void) {
    open(name, UInt8(ascii: "["))
    elements(&self)
    close(UInt8(ascii: "]"))
  }

  mutating func text(_ name: String? = nil, _ value: String) {
    begin(name)
    quote(value)
  }

  mutating func number(_ name: String? = nil, _ value: Int) {
    begin(name)
    bytes += Array(String(value).utf8)
  }

  mutating func number(_ name: String? = nil, _ value: Double) {
    begin(name)
    let whole = Int(exactly: value)
    bytes += Array((whole.map { String($0) } ?? (value.isFinite ? String(value) : "null")).utf8)
  }

  mutating func bool(_ name: String? = nil, _ value: Bool) {
    begin(name)
    bytes += Array((value ? "true" : "false").utf8)
  }

  mutating func null(_ name: String? = nil) {
    begin(name)
    bytes += Array("null".utf8)
  }

  mutating func value(_ name: String? = nil, _ value: JSONValue) {
    switch value {
    case .null: null(name)
    case .bool(let bool): self.bool(name, bool)
    case .number(let number): self.number(name, number)
    case .string(let text), .longString(let text, _, _): self.text(name, text)
    case .array(let elements):
      array(name) { writer in for element in elements { writer.value(nil, element) } }
    case .object(let members):
      object(name) { writer in for member in members { writer.value(member.name, member.value) } }
    }
  }

  mutating func lineBreak() { bytes.append(0x0A) }

  private mutating func begin(_ name: String?) {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    guard let name else { return }
    quote(name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func open(_ name: String?, _ byte: UInt8) {
    begin(name)
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      // Inside a page, these could end a script.
      case UInt8(ascii: "<"): bytes += Array("\\u003c".utf8)
      case 0..<0x20, 0x7F:
        let digits = String(byte, radix: 16)
        bytes += Array("\\u00\(digits.utf8.count == 1 ? "0" : "")\(digits)".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
