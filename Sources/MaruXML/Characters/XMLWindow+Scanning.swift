// Reading over what needs no record: a window is three words, and is handed around as such.
extension XMLWindow {
  /// Behind white space other than CR.
  @inline(__always)
  func skipBlank(_ start: Int) -> Int {
    var place = start
    while true {
      let byte = self[place]
      guard byte == 0x0A || byte == 0x20 || byte == 0x09 else { return place }
      place &+= 1
      // A line's indentation, eight at a time: how deep it is can't be guessed.
      var other = word(at: place) ^ 0x2020_2020_2020_2020
      while other == 0 {
        place &+= 8
        other = word(at: place) ^ 0x2020_2020_2020_2020
      }
      place &+= other.trailingZeroBitCount &>> 3
    }
  }

  /// The next byte that is not plain text.
  @inline(__always)
  func skipText(_ start: Int) -> Int {
    skip(start) { word in
      // `<` and `>` differ in one bit.
      Self.marks((word & 0xFDFD_FDFD_FDFD_FDFD) ^ 0x3C3C_3C3C_3C3C_3C3C)
        | Self.marks(word ^ 0x2626_2626_2626_2626)
    }
  }

  /// The next byte that is the given one, or a control character that no text has as it is.
  @inline(__always)
  func skip(to byte: UInt8, _ start: Int) -> Int {
    let bytes = UInt64(byte) &* 0x0101_0101_0101_0101
    return skip(start) { Self.marks($0 ^ bytes) }
  }

  /// The next byte that is marked, or is below a blank and neither tab nor line feed; looks at eight
  /// bytes at a time.
  @inline(__always)
  private func skip(_ start: Int, _ stops: (UInt64) -> UInt64) -> Int {
    var place = start
    while true {
      let word = word(at: place)
      // Exact up to the first that is found.
      let found =
        (stops(word) | (word &- 0x2020_2020_2020_2020) & ~word) & 0x8080_8080_8080_8080
      guard found != 0 else {
        place &+= 8
        continue
      }
      place &+= found.trailingZeroBitCount &>> 3
      let byte = self[place]
      guard byte == 0x0A || byte == 0x09 else { return place }
      place &+= 1
    }
  }

  /// Has the high bit of each byte that is zero; exact up to the first.
  @inline(__always)
  private static func marks(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }

  /// Behind white space.
  @inline(__always)
  func skipSpace(_ start: Int) -> Int {
    var place = start
    while classes[self[place]] & XMLByteClasses.space != 0 { place &+= 1 }
    return place
  }

  /// Behind a run of a name's characters.
  @inline(__always)
  func skipName(_ start: Int) -> Int {
    var place = start
    while classes[self[place]] & XMLByteClasses.name != 0 { place &+= 1 }
    return place
  }

  /// The next character at a place, for messages.
  func rest(_ place: Int) -> ArraySlice<UInt8> {
    var end = min(place, count)
    while end < min(place + 4, count), self[end] != 0 { end += 1 }
    return copy(min(place, count)..<end)[...]
  }

  /// A fault about the character at a place.
  func unexpected(_ place: Int, expected: String) -> XMLFault {
    .unexpected(rest(place), at: place, expected: expected)
  }
}

// References.
extension XMLWindow {
  /// Reads over a reference to a character or to a predefined entity.
  ///
  /// - Returns: The place behind it; nil if it names another entity.
  ///
  /// Source: XML 1.0 §4.1 [66]–[68], §4.6.
  @inline(never)
  func skipReference(_ start: Int) throws(XMLFault) -> Int? {
    let nameStart = start + 1
    // The predefined ones, compared as the number that their bytes and the semicolon make.
    let word = word(at: nameStart)
    switch word & 0xFF_FFFF {
    case 0x3B_746C, 0x3B_7467: return nameStart + 3  // lt; gt;
    default: break
    }
    if word & 0xFFFF_FFFF == 0x3B70_6D61 { return nameStart + 4 }  // amp;
    switch word & 0xFF_FFFF_FFFF {
    case 0x3B_746F_7571, 0x3B_736F_7061: return nameStart + 5  // quot; apos;
    default: break
    }
    if self[nameStart] == UInt8(ascii: "#") { return try skipCharacterReference(start).end }
    guard classes[self[nameStart]] & XMLByteClasses.nameStart != 0 else {
      throw unexpected(nameStart, expected: "a name or '#' behind '&'")
    }
    let nameEnd = skipName(nameStart)
    guard self[nameEnd] == UInt8(ascii: ";") else {
      throw unexpected(nameEnd, expected: "';' at the end of a reference")
    }
    return nil
  }

  /// Reads a reference to a character.
  func skipCharacterReference(_ start: Int) throws(XMLFault) -> (scalar: UInt32, end: Int) {
    var place = start + 2
    let isHexadecimal = self[place] == UInt8(ascii: "x")
    if isHexadecimal { place += 1 }
    let digits = place
    var value: UInt32 = 0
    while let digit = XMLReferences.digit(self[place], isHexadecimal: isHexadecimal) {
      // Above, it can't become a character again.
      if value < 0x11_0000 { value = value * (isHexadecimal ? 16 : 10) + digit }
      place += 1
    }
    guard place > digits, self[place] == UInt8(ascii: ";") else {
      throw unexpected(place, expected: place > digits ? "';'" : "a character's number")
    }
    guard XMLCharacters.isAllowed(value) else {
      throw XMLFault(
        at: start, expected: "the number of a character that XML allows",
        found: "a reference to another")
    }
    return (value, place + 1)
  }
}
