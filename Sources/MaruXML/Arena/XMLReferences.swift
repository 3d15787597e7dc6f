/// Turns text as it is written into what it says.
///
/// What it is given was read before: references are whole and known.
enum XMLReferences {
  /// Appends bytes with their references to characters and predefined entities resolved, and with
  /// line ends as LF; in an attribute, white space that is written as such becomes blanks.
  ///
  /// Source: XML 1.0 §2.11, §3.3.3, §4.6.
  static func resolve(
    _ bytes: [UInt8], _ span: Range<Int>, kind: XMLRecordKind, into output: inout [UInt8]
  ) {
    let isValue = kind == .attribute || kind == .namespace
    let hasReferences = isValue || kind == .text
    var place = span.lowerBound
    var run = place
    while place < span.upperBound {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: "&") where hasReferences:
        output += bytes[run..<place]
        place = append(bytes, place, to: &output)
      case 0x0D:
        output += bytes[run..<place]
        output.append(isValue ? 0x20 : 0x0A)
        place += 1
        if place < span.upperBound, bytes[place] == 0x0A { place += 1 }
      case 0x0A where isValue, 0x09 where isValue:
        output += bytes[run..<place]
        output.append(0x20)
        place += 1
      default:
        place += 1
        continue
      }
      run = place
    }
    output += bytes[run..<span.upperBound]
  }

  /// Appends what a reference stands for.
  private static func append(_ bytes: [UInt8], _ start: Int, to output: inout [UInt8]) -> Int {
    var place = start + 1
    if bytes[place] == UInt8(ascii: "#") {
      place += 1
      let isHexadecimal = bytes[place] == UInt8(ascii: "x")
      if isHexadecimal { place += 1 }
      var value: UInt32 = 0
      while let digit = digit(bytes[place], isHexadecimal: isHexadecimal) {
        value = value &* (isHexadecimal ? 16 : 10) &+ digit
        place += 1
      }
      XMLCharacters.append(value, to: &output)
      return place + 1
    }
    while bytes[place] != UInt8(ascii: ";") { place += 1 }
    if let byte = predefined(Array(bytes[start + 1..<place])) { output.append(byte) }
    return place + 1
  }

  /// What a predefined entity stands for (XML 1.0 §4.6).
  static func predefined(_ name: [UInt8]) -> UInt8? {
    switch name.count {
    case 2 where name[1] == UInt8(ascii: "t") && name[0] == UInt8(ascii: "l"): UInt8(ascii: "<")
    case 2 where name[1] == UInt8(ascii: "t") && name[0] == UInt8(ascii: "g"): UInt8(ascii: ">")
    case 3 where name.elementsEqual("amp".utf8): UInt8(ascii: "&")
    case 4 where name.elementsEqual("apos".utf8): UInt8(ascii: "'")
    case 4 where name.elementsEqual("quot".utf8): UInt8(ascii: "\"")
    default: nil
    }
  }

  @inline(__always)
  static func digit(_ byte: UInt8, isHexadecimal: Bool) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x61...0x66 where isHexadecimal: UInt32(byte - 0x61 + 10)
    case 0x41...0x46 where isHexadecimal: UInt32(byte - 0x41 + 10)
    default: nil
    }
  }
}
