/// Writing any text with the characters that an address allows (RFC 3986 §2).
public enum PercentEncoding {
  /// Encodes every byte but the unreserved ones, so that the text is one inert piece wherever it
  /// stands in an address: no slash, no plus, no ampersand, no percent sign is left.
  public static func encode(_ text: String) -> String {
    if text.utf8.allSatisfy(isUnreserved) { return text }
    var result = ""
    result.reserveCapacity(text.utf8.count * 3)
    for byte in text.utf8 { append(byte, to: &result, plain: isUnreserved(byte)) }
    return result
  }

  /// Decodes percent triplets; nil if one is broken or the bytes are no UTF-8.
  public static func decode(_ text: some StringProtocol) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit)
      else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// RFC 3986 §2.3.
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  package static func append(_ byte: UInt8, to text: inout String, plain: Bool) {
    if plain {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    } else {
      text += "%"
      text.unicodeScalars.append(hex(byte >> 4))
      text.unicodeScalars.append(hex(byte & 15))
    }
  }

  private static func hex(_ value: UInt8) -> Unicode.Scalar {
    Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10)
  }

  package static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
