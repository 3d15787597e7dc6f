/// A key of 32 bytes as text, without a type that would leave copies of it.
enum SecretKeyText {
  private static let base64 = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let hexadecimal = Array("0123456789abcdef".utf8)

  /// The bytes of 64 hexadecimal digits, or of 43 characters of base64 with or without one `=`; nil if
  /// it is neither.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    let isSpace = { (character: UInt8) in character == 32 || (9...13).contains(character) }
    let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
    let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    let word = text[start..<end]
    if word.count == 64 { return decode(word, bitsEach: 4, value(ofHexadecimal:)) }
    let digits = word.last == UInt8(ascii: "=") ? word.dropLast() : word
    guard digits.count == 43 else { return nil }
    return decode(digits, bitsEach: 6, value(ofBase64:))
  }

  /// 64 hexadecimal digits and a line's end.
  static func encode(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2 + 1)
    for byte in bytes {
      text.append(hexadecimal[Int(byte >> 4)])
      text.append(hexadecimal[Int(byte & 15)])
    }
    text.append(UInt8(ascii: "\n"))
    return text
  }

  private static func decode(
    _ digits: ArraySlice<UInt8>, bitsEach: Int, _ value: (UInt8) -> UInt8?
  ) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    var held: UInt32 = 0
    var bits = 0
    for digit in digits {
      guard let value = value(digit) else { return nil }
      held = held << UInt32(bitsEach) | UInt32(value)
      bits += bitsEach
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: held >> UInt32(bits)))
      held &= (1 << UInt32(bits)) - 1
    }
    // RFC 4648 §3.5: bits that are left over are zero, or the text is another key's.
    return held == 0 ? bytes : nil
  }

  private static func value(ofHexadecimal digit: UInt8) -> UInt8? {
    // Capitals are told from small letters by one bit.
    let small = digit >= UInt8(ascii: "A") && digit <= UInt8(ascii: "F") ? digit | 0x20 : digit
    return hexadecimal.firstIndex(of: small).map { UInt8($0) }
  }

  private static func value(ofBase64 digit: UInt8) -> UInt8? {
    base64.firstIndex(of: digit).map { UInt8($0) }
  }
}
