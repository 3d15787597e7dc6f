/// Reads numbers from bytes; nil for a text that is none.
enum XMLNumberText {
  /// The text without white space around it, if that may be there.
  @inline(__always)
  static func trimmed(_ text: Span<UInt8>, _ isTrimmed: Bool) -> Range<Int> {
    var start = 0
    var end = text.count
    guard isTrimmed else { return start..<end }
    while start < end, XMLCharacters.isSpace(text[start]) { start += 1 }
    while end > start, XMLCharacters.isSpace(text[end - 1]) { end -= 1 }
    return start..<end
  }

  /// A whole number: a sign and digits (XML Schema part 2, §3.3.13).
  @inline(__always)
  static func integer<Value: FixedWidthInteger>(
    _ text: Span<UInt8>, _ range: Range<Int>
  ) -> Value? {
    var index = range.lowerBound
    guard index < range.upperBound else { return nil }
    let first = text[index]
    let isNegative = first == UInt8(ascii: "-")
    if isNegative || first == UInt8(ascii: "+") { index += 1 }
    guard index < range.upperBound else { return nil }
    var value: Value = 0
    if Value.bitWidth == 64, range.upperBound - index < 19 {
      // No overflow in so few digits.
      while index < range.upperBound {
        let digit = text[index] &- 0x30
        guard digit < 10 else { return nil }
        value = value &* 10 &+ Value(truncatingIfNeeded: digit)
        index += 1
      }
      guard isNegative else { return value }
      guard Value.isSigned || value == 0 else { return nil }
      return 0 &- value
    }
    while index < range.upperBound {
      let digit = text[index] &- 0x30
      guard digit < 10 else { return nil }
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      let (sum, overflows) =
        isNegative
        ? product.subtractingReportingOverflow(Value(digit))
        : product.addingReportingOverflow(Value(digit))
      guard !tooLarge, !overflows else { return nil }
      value = sum
      index += 1
    }
    return value
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  ]

  /// A number with a fraction or an exponent (XML Schema part 2, §3.2.5).
  ///
  /// Up to 15 digits, number and power of ten are exact as binary fractions, and so their quotient is
  /// the nearest one; all else goes through the standard library.
  @inline(__always)
  static func double(_ text: Span<UInt8>, _ range: Range<Int>) -> Double? {
    guard range.count <= 16 else { return slowDouble(text, range) }
    var index = range.lowerBound
    guard index < range.upperBound else { return nil }
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var mantissa = 0
    var digits = 0
    var fraction = 0
    var hasPoint = false
    while index < range.upperBound {
      let byte = text[index]
      let digit = byte &- 0x30
      if digit < 10 {
        mantissa = mantissa &* 10 &+ Int(digit)
        digits += 1
        if hasPoint { fraction += 1 }
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        return slowDouble(text, range)
      }
      index += 1
    }
    guard digits > 0, digits <= 15 else { return slowDouble(text, range) }
    let value = Double(mantissa) / powersOfTen[fraction]
    return isNegative ? -value : value
  }

  @inline(never)
  private static func slowDouble(_ text: Span<UInt8>, _ range: Range<Int>) -> Double? {
    guard isDecimal(text, range) else { return nil }
    return Double(XMLDecodingSession.string(text.extracting(range))).flatMap {
      $0.isFinite ? $0 : nil
    }
  }

  static func float(_ text: Span<UInt8>, _ range: Range<Int>) -> Float? {
    guard isDecimal(text, range) else { return nil }
    return Float(XMLDecodingSession.string(text.extracting(range))).flatMap {
      $0.isFinite ? $0 : nil
    }
  }

  /// Whether it is a sign, digits with or without a point among them, and maybe an exponent: the
  /// standard library also reads `0x1p3`, `inf` and `infinity`.
  static func isDecimal(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    func isSign(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") }
    if index < range.upperBound, isSign(text[index]) { index += 1 }
    var digits = 0
    var hasPoint = false
    while index < range.upperBound {
      let byte = text[index]
      if byte &- 0x30 < 10 {
        digits += 1
      } else if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else {
        break
      }
      index += 1
    }
    guard digits > 0 else { return false }
    guard index < range.upperBound else { return true }
    guard text[index] | 0x20 == UInt8(ascii: "e") else { return false }
    index += 1
    if index < range.upperBound, isSign(text[index]) { index += 1 }
    guard index < range.upperBound else { return false }
    while index < range.upperBound {
      guard text[index] &- 0x30 < 10 else { return false }
      index += 1
    }
    return true
  }

  /// The text without its separators of groups; nil if a group has not three digits.
  static func ungrouped(
    _ text: Span<UInt8>, _ range: Range<Int>, separator: UInt8
  ) -> [UInt8]? {
    var plain: [UInt8] = []
    plain.reserveCapacity(range.count)
    var inGroup = 0
    var groups = 0
    var isWhole = true
    for index in range {
      let byte = text[index]
      if byte == separator {
        guard isWhole, groups == 0 ? (1...3).contains(inGroup) : inGroup == 3 else { return nil }
        groups += 1
        inGroup = 0
        continue
      }
      if byte &- 0x30 < 10 {
        inGroup += 1
      } else if isWhole, !plain.isEmpty || (byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+"))
      {
        guard groups == 0 || inGroup == 3 else { return nil }
        isWhole = false
      }
      plain.append(byte)
    }
    guard !isWhole || groups == 0 || inGroup == 3 else { return nil }
    return plain
  }
}
