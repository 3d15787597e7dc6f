/// The classes of bytes in a head (RFC 9110 §5.5, §5.6.2; RFC 3986 §3.2).
enum HTTPByte {
  /// One bit per class, looked up by the byte.
  private static let classes: [UInt8] = (0...255).map { value in
    let byte = UInt8(value)
    var bits: UInt8 = 0
    let isAlphanumeric =
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    if isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte) { bits |= 1 }
    if (0x21...0x7E).contains(byte) { bits |= 2 }
    // Bytes from 0x80 on are allowed in values (obs-text); what they mean is the reader's affair.
    if (byte >= 0x20 && byte != 0x7F) || byte == 0x09 { bits |= 4 }
    if isAlphanumeric || "-._~!$&'()*+,;=:[]%".utf8.contains(byte) { bits |= 8 }
    return bits
  }

  static func isToken(_ byte: UInt8) -> Bool { classes[Int(byte)] & 1 != 0 }
  static func isVisible(_ byte: UInt8) -> Bool { classes[Int(byte)] & 2 != 0 }
  static func isFieldValue(_ byte: UInt8) -> Bool { classes[Int(byte)] & 4 != 0 }
  static func isHost(_ byte: UInt8) -> Bool { classes[Int(byte)] & 8 != 0 }
}

extension Span<UInt8> {
  /// The first place of a byte; `count` if there is none.
  func firstIndex(of byte: UInt8, from start: Int) -> Int {
    var index = start
    while index < count, self[index] != byte { index += 1 }
    return Swift.min(index, count)
  }

  func equals(_ text: StaticString) -> Bool {
    count == text.utf8CodeUnitCount && hasPrefix(text)
  }

  func hasPrefix(_ text: StaticString) -> Bool {
    guard count >= text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { letters in
      for index in 0..<letters.count where self[index] != letters[index] { return false }
      return true
    }
  }

  /// - Parameter text: in lower case.
  func equalsIgnoringCase(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { letters in
      for index in 0..<letters.count {
        let byte = self[index]
        let folded = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        if folded != letters[index] { return false }
      }
      return true
    }
  }

  /// A number of 1–18 digits and nothing else: neither sign nor list nor anything that overflows.
  func decimal() -> Int? {
    guard (1...18).contains(count) else { return nil }
    var number = 0
    for index in 0..<count {
      let digit = Int(self[index]) - 0x30
      guard (0...9).contains(digit) else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Where the bytes without the spaces and tabs at both ends stand.
  func trimmedRange() -> Range<Int> {
    var start = 0
    var end = count
    while start < end, self[start] == 0x20 || self[start] == 0x09 { start += 1 }
    while end > start, self[end - 1] == 0x20 || self[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }
}
