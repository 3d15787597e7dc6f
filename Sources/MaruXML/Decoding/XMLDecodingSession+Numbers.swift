// Numbers and truth.
extension XMLDecodingSession {
  @inline(__always)
  func integer<Value: FixedWidthInteger>(
    _ type: Value.Type, at place: XMLPlace
  ) throws -> Value {
    let value: Value? = try withText(at: place) { text in
      let range = XMLNumberText.trimmed(text, trimsNumbers)
      if let value: Value = XMLNumberText.integer(text, range) { return value }
      guard let plain = ungrouped(text, range) else { return nil }
      return XMLNumberText.integer(plain.span, 0..<plain.count)
    }
    guard let value else { throw mismatch(type, at: place) }
    return value
  }

  @inline(__always)
  func double(at place: XMLPlace) throws -> Double {
    let value = try withText(at: place) { text in
      let range = XMLNumberText.trimmed(text, trimsNumbers)
      return XMLNumberText.double(text, range)
        ?? ungrouped(text, range).flatMap { XMLNumberText.double($0.span, 0..<$0.count) }
        ?? nonFinite(text, range)
    }
    guard let value else { throw mismatch(Double.self, at: place) }
    return value
  }

  func float(at place: XMLPlace) throws -> Float {
    let value = try withText(at: place) { text in
      let range = XMLNumberText.trimmed(text, trimsNumbers)
      return XMLNumberText.float(text, range)
        ?? ungrouped(text, range).flatMap { XMLNumberText.float($0.span, 0..<$0.count) }
        ?? nonFinite(text, range).map { Float($0) }
    }
    guard let value else { throw mismatch(Float.self, at: place) }
    return value
  }

  func bool(at place: XMLPlace) throws -> Bool {
    let value: Bool? = try withText(at: place) { text in
      let range = XMLNumberText.trimmed(text, trimsNumbers)
      for known in trueTexts where Self.says(text, range, known) { return true }
      for known in falseTexts where Self.says(text, range, known) { return false }
      return nil
    }
    guard let value else { throw mismatch(Bool.self, at: place) }
    return value
  }

  private static func says(_ text: Span<UInt8>, _ range: Range<Int>, _ known: String) -> Bool {
    guard range.count == known.utf8.count else { return false }
    var index = range.lowerBound
    for byte in known.utf8 {
      guard text[index] == byte else { return false }
      index += 1
    }
    return true
  }

  /// A number without its separators of groups, if the app allows them.
  @inline(never)
  private func ungrouped(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt8]? {
    guard let separator = settings.numberStrategy.groupSeparator?.asciiValue else { return nil }
    return XMLNumberText.ungrouped(text, range, separator: separator)
  }

  @inline(never)
  private func nonFinite(_ text: Span<UInt8>, _ range: Range<Int>) -> Double? {
    guard case .texts(let positive, let negative, let nan) = settings.numberStrategy.nonFinite
    else { return nil }
    if Self.says(text, range, positive) { return .infinity }
    if Self.says(text, range, negative) { return -.infinity }
    if Self.says(text, range, nan) { return .nan }
    return nil
  }

  /// The digits of a decimal number without separators; nil if it is none.
  func decimalText(at place: XMLPlace) throws -> String? {
    try withText(at: place) { text in
      let range = XMLNumberText.trimmed(text, trimsNumbers)
      if XMLNumberText.isDecimal(text, range) {
        return Self.string(text.extracting(range))
      }
      guard let plain = ungrouped(text, range),
        XMLNumberText.isDecimal(plain.span, 0..<plain.count)
      else { return nil }
      return Self.string(plain.span)
    }
  }

  /// The error for a text that is no value of the type.
  @inline(never)
  func mismatch(_ type: Any.Type, at place: XMLPlace) -> XMLError {
    let text = (try? withText(at: place) { Self.string($0) }) ?? ""
    let isEmpty = text.utf8.allSatisfy(XMLCharacters.isSpace)
    return error(
      isEmpty ? .valueNotFound : .typeMismatch, at: place.index, expected: "\(type)",
      found: isEmpty ? "nothing" : "another text", excerpt: text)
  }
}
