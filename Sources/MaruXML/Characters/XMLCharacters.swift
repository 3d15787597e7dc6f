/// Which characters XML allows where.
///
/// Source: XML 1.0 (fifth edition) §2.2 [2], §2.3 [3]–[5].
enum XMLCharacters {
  /// Whether a document may hold the character at all [2].
  static func isAllowed(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
    default: false
    }
  }

  /// White space [3].
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether a name may start with it [4]; a colon is for the caller to judge.
  static func startsName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3A, 0x41...0x5A, 0x5F, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x2FF,
      0x370...0x37D, 0x37F...0x1FFF, 0x200C...0x200D, 0x2070...0x218F, 0x2C00...0x2FEF,
      0x3001...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFFD, 0x1_0000...0xE_FFFF:
      true
    default: false
    }
  }

  /// Whether a name may go on with it [4a].
  static func continuesName(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2D, 0x2E, 0x30...0x39, 0xB7, 0x300...0x36F, 0x203F...0x2040: true
    default: startsName(scalar)
    }
  }

  /// Whether it may stand in a public identifier [13].
  static func isPublicIdentifier(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0D, 0x0A, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "-'()+,./:=?;!*#@$_%".utf8.contains(byte)
    }
  }

  /// What breaks the rules of names, if anything does: its index.
  ///
  /// - Parameter isToken: Any character of names may come first [7].
  static func fault(inName name: ArraySlice<UInt8>, isToken: Bool = false) -> Int? {
    var index = name.startIndex
    while index < name.endIndex {
      let (scalar, length) = decode(name, at: index)
      let isFirst = index == name.startIndex && !isToken
      guard isFirst ? startsName(scalar) : continuesName(scalar) else { return index }
      index += length
    }
    return name.isEmpty ? name.startIndex : nil
  }

  /// The character at an index of bytes that are known to be UTF-8.
  static func decode(_ bytes: ArraySlice<UInt8>, at index: Int) -> (scalar: UInt32, length: Int) {
    let first = UInt32(bytes[index])
    func rest(_ distance: Int) -> UInt32 {
      index + distance < bytes.endIndex ? UInt32(bytes[index + distance] & 0x3F) : 0
    }
    switch first {
    case ..<0x80: return (first, 1)
    case ..<0xE0: return ((first & 0x1F) << 6 | rest(1), 2)
    case ..<0xF0: return ((first & 0x0F) << 12 | rest(1) << 6 | rest(2), 3)
    default: return ((first & 0x07) << 18 | rest(1) << 12 | rest(2) << 6 | rest(3), 4)
    }
  }

  /// Appends a character as UTF-8.
  static func append(_ scalar: UInt32, to output: inout [UInt8]) {
    switch scalar {
    case ..<0x80: output.append(UInt8(scalar))
    case ..<0x800:
      output.append(UInt8(0xC0 | scalar >> 6))
      output.append(UInt8(0x80 | scalar & 0x3F))
    case ..<0x1_0000:
      output.append(UInt8(0xE0 | scalar >> 12))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    default:
      output.append(UInt8(0xF0 | scalar >> 18))
      output.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      output.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      output.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  /// Where the run of bytes that can be in names ends.
  static func endOfName(in bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, XMLByteClasses.shared[bytes[end]] & XMLByteClasses.name != 0 {
      end += 1
    }
    return end
  }
}
