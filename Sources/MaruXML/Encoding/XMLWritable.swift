/// Where a text is written, which decides what is escaped.
enum XMLWritingPlace {
  case text, attribute, cdata
}

/// A value that is written as text.
protocol XMLWritable {
  func write(
    to output: inout [UInt8], as place: XMLWritingPlace, _ session: XMLEncodingSession) throws
}

extension String: XMLWritable {
  @inline(__always)
  func write(
    to output: inout [UInt8], as place: XMLWritingPlace, _ session: XMLEncodingSession
  ) throws {
    let refused: Unicode.Scalar? =
      switch place {
      case .text: XMLMarkup.appendText(self, to: &output)
      case .attribute: XMLMarkup.appendAttributeValue(self, to: &output)
      case .cdata: isEmpty ? nil : XMLMarkup.appendCDATA(self, to: &output)
      }
    guard let refused else { return }
    throw session.error(
      "characters that XML allows", "U+" + String(refused.value, radix: 16, uppercase: true))
  }
}

extension Bool: XMLWritable {
  func write(
    to output: inout [UInt8], as place: XMLWritingPlace, _ session: XMLEncodingSession
  ) throws {
    let strategy = session.settings.boolStrategy
    guard let text = self ? strategy.trueTexts.first : strategy.falseTexts.first else {
      throw session.error("a text for \(self)", "none")
    }
    try text.write(to: &output, as: place, session)
  }
}

/// A whole number; wraps what the standard library has, so that all of them are written alike.
struct XMLWritableInteger<Value: FixedWidthInteger>: XMLWritable {
  let value: Value

  @inline(__always)
  func write(
    to output: inout [UInt8], as place: XMLWritingPlace, _ session: XMLEncodingSession
  ) {
    var rest = value.magnitude
    if value < 0 { output.append(UInt8(ascii: "-")) }
    guard rest >= 10 else { return output.append(0x30 + UInt8(truncatingIfNeeded: rest)) }
    let start = output.count
    while rest > 0 {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      output.append(0x30 + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    }
    var low = start
    var high = output.count - 1
    while low < high {
      output.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}

extension Double: XMLWritable {
  func write(
    to output: inout [UInt8], as place: XMLWritingPlace, _ session: XMLEncodingSession
  ) throws {
    if isFinite { return output.append(contentsOf: description.utf8) }
    guard
      case .texts(let positive, let negative, let nan) = session.settings.numberStrategy.nonFinite
    else { throw session.error("a finite number", description) }
    try (isNaN ? nan : self > 0 ? positive : negative).write(to: &output, as: place, session)
  }
}

extension Float: XMLWritable {
  func write(
    to output: inout [UInt8], as place: XMLWritingPlace, _ session: XMLEncodingSession
  ) throws {
    if isFinite { return output.append(contentsOf: description.utf8) }
    try Double(self).write(to: &output, as: place, session)
  }
}
