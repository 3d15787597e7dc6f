/// Turns bytes of one encoding into UTF-8, piece by piece.
///
/// Nothing is ever replaced: what means nothing is an error at its place.
struct XMLTranscoder {
  let encoding: XMLEncoding
  /// Bytes that were taken before those that are waiting.
  private(set) var consumed: Int
  /// The start of a character whose rest has not come.
  private var waiting: [UInt8] = []

  /// - Parameter consumed: Bytes before the first, such as a byte order mark.
  init(_ encoding: XMLEncoding, consumed: Int) {
    self.encoding = encoding
    self.consumed = consumed
  }

  /// Appends what bytes say.
  ///
  /// - Parameter isLast: Nothing follows, so that half a character is malformed.
  /// - Throws: `malformedBytes` with the offset in the document's bytes; what is before it was appended.
  mutating func append(
    _ bytes: ArraySlice<UInt8>, isLast: Bool, to output: inout [UInt8]
  ) throws(XMLFault) {
    let input = waiting.isEmpty ? bytes : (waiting + bytes)[...]
    waiting = []
    let done =
      switch encoding {
      case .utf8: try appendUTF8(input, isLast: isLast, to: &output)
      case .utf16LittleEndian: try appendUTF16(input, low: 0, isLast: isLast, to: &output)
      case .utf16BigEndian: try appendUTF16(input, low: 1, isLast: isLast, to: &output)
      case .ascii, .latin1, .windows1252: try appendSingle(input, to: &output)
      case .cp949: try appendCP949(input, isLast: isLast, to: &output)
      }
    waiting = Array(input[(input.startIndex + done)...])
    consumed += done
  }

  private func appendUTF8(
    _ input: ArraySlice<UInt8>, isLast: Bool, to output: inout [UInt8]
  ) throws(XMLFault) -> Int {
    switch XMLUTF8Check.check(input) {
    case .whole:
      output += input
      return input.count
    case .cut(let place) where !isLast:
      output += input.prefix(place)
      return place
    case .cut(let place), .malformed(let place):
      output += input.prefix(place)
      throw malformed(place)
    case .forbidden(let place):
      output += input.prefix(place)
      throw XMLFault(
        at: consumed + place, expected: "a character that XML allows", found: "U+FFFE or U+FFFF")
    }
  }

  private func appendUTF16(
    _ input: ArraySlice<UInt8>, low: Int, isLast: Bool, to output: inout [UInt8]
  ) throws(XMLFault) -> Int {
    output.reserveCapacity(output.count + input.count)
    let start = input.startIndex
    var index = 0
    while index + 1 < input.count {
      let unit =
        UInt32(input[start + index + low]) | UInt32(input[start + index + 1 - low]) << 8
      switch unit {
      case 0xD800..<0xDC00:
        guard index + 3 < input.count else {
          if isLast { throw malformed(index) }
          return index
        }
        let second =
          UInt32(input[start + index + 2 + low]) | UInt32(input[start + index + 3 - low]) << 8
        guard (0xDC00..<0xE000).contains(second) else { throw malformed(index) }
        XMLCharacters.append(
          0x1_0000 + ((unit - 0xD800) << 10 | (second - 0xDC00)), to: &output)
        index += 4
        continue
      case 0xDC00..<0xE000:
        throw malformed(index)
      case 0xFFFE, 0xFFFF:
        throw XMLFault(
          at: consumed + index, expected: "a character that XML allows", found: "U+FFFE or U+FFFF")
      default:
        XMLCharacters.append(unit, to: &output)
      }
      index += 2
    }
    if isLast, index < input.count { throw malformed(index) }
    return index
  }

  private func appendSingle(
    _ input: ArraySlice<UInt8>, to output: inout [UInt8]
  ) throws(XMLFault) -> Int {
    output.reserveCapacity(output.count + input.count)
    for (index, byte) in input.enumerated() {
      if byte < 0x80 {
        output.append(byte)
      } else if encoding == .ascii {
        throw malformed(index)
      } else if encoding == .windows1252, byte < 0xA0 {
        XMLCharacters.append(UInt32(Self.windows1252[Int(byte) - 0x80]), to: &output)
      } else {
        XMLCharacters.append(UInt32(byte), to: &output)
      }
    }
    return input.count
  }

  /// What 0x80 to 0x9F say in windows-1252; five of them say their own number.
  ///
  /// Source: WHATWG Encoding, index windows-1252.
  private static let windows1252: [UInt16] = [
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
  ]

  private func appendCP949(
    _ input: ArraySlice<UInt8>, isLast: Bool, to output: inout [UInt8]
  ) throws(XMLFault) -> Int {
    output.reserveCapacity(output.count + input.count + input.count / 2)
    let table = CP949Table.shared
    let start = input.startIndex
    var index = 0
    while index < input.count {
      let byte = input[start + index]
      if byte < 0x80 {
        output.append(byte)
        index += 1
        continue
      }
      guard index + 1 < input.count else {
        if isLast || !CP949Table.leads.contains(byte) { throw malformed(index) }
        break
      }
      guard let scalar = table.scalar(byte, input[start + index + 1]) else {
        throw malformed(index)
      }
      XMLCharacters.append(UInt32(scalar), to: &output)
      index += 2
    }
    return index
  }

  private func malformed(_ index: Int) -> XMLFault {
    XMLFault(
      .malformedBytes, at: consumed + index, expected: "bytes of \(encoding.rawValue)",
      found: "some that mean nothing in it")
  }

  /// How many bytes of the document make a character.
  static func width(of scalar: UInt32, in encoding: XMLEncoding) -> Int {
    switch encoding {
    case .utf8: scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x1_0000 ? 3 : 4
    case .utf16LittleEndian, .utf16BigEndian: scalar < 0x1_0000 ? 2 : 4
    case .ascii, .latin1, .windows1252: 1
    case .cp949: scalar < 0x80 ? 1 : 2
    }
  }
}
