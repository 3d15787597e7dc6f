// Comments, processing instructions and CDATA sections.
extension XMLReader {
  /// Reads a comment or a CDATA section; the place is that of its `<`.
  mutating func readSection(_ start: Int) throws(XMLFault) -> Int {
    if window.has("<!--", at: start) { return try readComment(start) }
    guard window.has("<![CDATA[", at: start) else {
      throw XMLFault(
        at: start, expected: "an element, a comment or a CDATA section", found: "another '<!'")
    }
    let first = start + 9
    var place = first
    var flags: UInt32 = 0
    while true {
      place = window.skip(to: UInt8(ascii: "]"), place)
      let byte = window[place]
      if byte == UInt8(ascii: "]") {
        if window[place &+ 1] == UInt8(ascii: "]"), window[place &+ 2] == UInt8(ascii: ">") {
          break
        }
      } else if byte == 0x0D {
        // In an entity it was written as a reference, and is no line end.
        if frames.isEmpty { flags = XMLRecord.escaped }
      } else {
        throw window.unexpected(place, expected: "']]>' at the end of the CDATA section")
      }
      place &+= 1
    }
    try checkLength(first, place, of: "a CDATA section")
    try append(XMLRecord(.cdata, offset: first, length: place - first, flags: flags))
    return place + 3
  }

  /// Reads a comment; the place is that of its `<!--`.
  ///
  /// Source: XML 1.0 §2.5 [15].
  mutating func readComment(_ start: Int) throws(XMLFault) -> Int {
    let first = start + 4
    var place = first
    var flags: UInt32 = 0
    while true {
      place = window.skip(to: UInt8(ascii: "-"), place)
      let byte = window[place]
      if byte == UInt8(ascii: "-") {
        if window[place &+ 1] == UInt8(ascii: "-") { break }
      } else if byte == 0x0D {
        if frames.isEmpty { flags = XMLRecord.escaped }
      } else {
        throw window.unexpected(place, expected: "'-->' at the end of the comment")
      }
      place &+= 1
    }
    guard window[place + 2] == UInt8(ascii: ">") else {
      throw window.unexpected(place + 2, expected: "'>' behind '--' in a comment")
    }
    try checkLength(first, place, of: "a comment")
    if options.keepsComments {
      try append(XMLRecord(.comment, offset: first, length: place - first, flags: flags))
    }
    return place + 3
  }

  /// Reads a processing instruction; the place is that of its `<?`.
  ///
  /// Source: XML 1.0 §2.6 [16], [17].
  mutating func readInstruction(_ start: Int) throws(XMLFault) -> Int {
    let targetStart = start + 2
    guard window.classes[window[targetStart]] & XMLByteClasses.nameStart != 0 else {
      throw window.unexpected(targetStart, expected: "the instruction's target behind '<?'")
    }
    let targetEnd = window.skipName(targetStart)
    let target = try pool.intern(window, at: targetStart, length: targetEnd - targetStart)
    try checkTarget(target, at: targetStart)
    let first = window.skipSpace(targetEnd)
    if first == targetEnd, window[first] != UInt8(ascii: "?") {
      throw window.unexpected(first, expected: "white space or '?>'")
    }
    var place = first
    var flags: UInt32 = 0
    while true {
      place = window.skip(to: UInt8(ascii: "?"), place)
      let byte = window[place]
      if byte == UInt8(ascii: "?") {
        if window[place &+ 1] == UInt8(ascii: ">") { break }
        if first == targetEnd {
          throw window.unexpected(place + 1, expected: "'>' behind '?'")
        }
      } else if byte == 0x0D {
        if frames.isEmpty { flags = XMLRecord.escaped }
      } else {
        throw window.unexpected(place, expected: "'?>' at the end of the instruction")
      }
      place &+= 1
    }
    try checkLength(first, place, of: "an instruction")
    if options.keepsInstructions {
      var name = pool.written[Int(target)].plainName
      // `xmlns` declares something as an attribute's name only.
      if name == XMLNamePool.none { name = try pool.expand(target, in: 0, at: targetStart) }
      try append(
        XMLRecord(
          .instruction, offset: first, length: place - first, link: targetStart, name: name,
          flags: flags))
    }
    return place + 2
  }

  /// Source: XML 1.0 §2.6 [17], Namespaces in XML 1.0 §7.
  private func checkTarget(_ target: UInt32, at place: Int) throws(XMLFault) {
    let name = pool.text(target)
    guard name.lowercased() != "xml" else {
      throw XMLFault(
        at: place, expected: "another target than 'xml', which stands at the start only",
        found: "it")
    }
    let isPlain = pool.written[Int(target)].plainName != XMLNamePool.none || name == "xmlns"
    guard isPlain else {
      throw XMLFault(at: place, expected: "a target without a colon", found: "a colon")
    }
  }

  func checkLength(_ first: Int, _ end: Int, of what: String) throws(XMLFault) {
    if end - first > options.limits.textBytes {
      throw .limit("bytes in \(what)", options.limits.textBytes, at: first)
    }
  }
}
