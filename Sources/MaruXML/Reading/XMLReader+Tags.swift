// Start tags and end tags.
extension XMLReader {
  /// Reads a start tag or an empty element's tag; the place is that of its `<`. Of an element that holds a
  /// plain text or nothing all of it is read, and then nothing is left open.
  ///
  /// Source: XML 1.0 §3.1 [40]–[44], Namespaces in XML 1.0 §6.3.
  @inline(__always)
  mutating func readStartTag(_ start: Int) throws(XMLFault) -> Int {
    let nameStart = start &+ 1
    guard window.classes[window[nameStart]] & XMLByteClasses.nameStart != 0 else {
      throw window.unexpected(nameStart, expected: "a name, '/', '!' or '?' behind '<'")
    }
    let (written, nameEnd) = try pool.read(window, at: nameStart)
    if open.count >= options.limits.depth {
      throw .limit("elements inside each other", options.limits.depth, at: start)
    }
    // Most elements have no attributes.
    if window[nameEnd] == UInt8(ascii: ">"), !hasAttributeLists {
      let name = try pool.elementName(written, at: nameStart)
      let record = records.count
      try append(XMLRecord(.element, offset: nameStart, length: 0, name: name))
      if !isWatching, let end = try readLeaf(written, record: record, from: nameEnd &+ 1) {
        return end
      }
      open.append(Open(record: record, written: written, name: name))
      if isWatching { noticeStart(at: start) }
      return nameEnd &+ 1
    }
    return try readRest(ofTag: start, written, at: nameEnd)
  }

  /// Reads a tag from behind its name on. Apart from the above, so that what this needs is not made
  /// ready for each element.
  @inline(never)
  private mutating func readRest(
    ofTag start: Int, _ written: UInt32, at nameEnd: Int
  ) throws(XMLFault) -> Int {
    let nameStart = start &+ 1
    var place = nameEnd
    let record = records.count
    try append(XMLRecord(.element, offset: nameStart, length: 0))
    tag &+= 1
    var attributes = 0
    var needsResolving = false
    var isEmpty = false
    while true {
      var byte = window[place]
      var isParted = false
      while window.classes[byte] & XMLByteClasses.space != 0 {
        isParted = true
        place &+= 1
        byte = window[place]
      }
      if byte == UInt8(ascii: ">") {
        place &+= 1
        break
      }
      if byte == UInt8(ascii: "/") {
        guard window[place &+ 1] == UInt8(ascii: ">") else {
          throw window.unexpected(place &+ 1, expected: "'>' behind '/'")
        }
        place &+= 2
        isEmpty = true
        break
      }
      guard isParted, window.classes[byte] & XMLByteClasses.nameStart != 0 else {
        throw window.unexpected(
          place, expected: isParted ? "an attribute or the tag's end" : "white space")
      }
      if attributes >= options.limits.attributes {
        throw .limit("attributes of an element", options.limits.attributes, at: place)
      }
      place = try readAttribute(place, needsResolving: &needsResolving)
      attributes &+= 1
    }
    if hasAttributeLists {
      attributes += try applyDeclarations(
        of: written, record: record, needsResolving: &needsResolving)
    }
    if needsResolving { try resolveAttributes(of: record) }
    let name = try pool.elementName(written, at: nameStart)
    records[record].tag |= name
    records[record].length = UInt32(truncatingIfNeeded: attributes)
    open.append(Open(record: record, written: written, name: name))
    if isWatching { noticeStart(at: start) }
    if isEmpty { close(at: place) }
    return place
  }

  /// Reads what most elements hold, a plain text or nothing, with the end tag behind it.
  ///
  /// - Returns: The place behind the end tag; nil, with nothing read, where there is more to an element.
  @inline(__always)
  private mutating func readLeaf(
    _ written: UInt32, record: Int, from start: Int
  ) throws(XMLFault) -> Int? {
    // White space may be all that there is; the text's reader tells.
    guard window[start] > UInt8(ascii: " ") else { return nil }
    let textEnd = window.skipText(start)
    guard window[textEnd] == UInt8(ascii: "<"), window[textEnd &+ 1] == UInt8(ascii: "/"),
      pool.stands(written, at: textEnd &+ 2, in: window)
    else { return nil }
    let end = textEnd &+ 2 &+ pool.length(written)
    guard window[end] == UInt8(ascii: ">") else { return nil }
    // Where a limit is told.
    position = start
    try appendText(start, textEnd, 0, isBlank: false)
    records[record].link = UInt32(truncatingIfNeeded: records.count)
    return end &+ 1
  }

  /// Reads an attribute, and appends its record with the number of its written name if it has a
  /// prefix or declares one.
  @inline(__always)
  private mutating func readAttribute(
    _ start: Int, needsResolving: inout Bool
  ) throws(XMLFault) -> Int {
    let (written, nameEnd) = try pool.read(window, at: start)
    var place = nameEnd
    guard pool.lastTag[Int(written)] != tag else {
      throw XMLFault(
        at: start, expected: "each attribute once", found: "\(pool.text(written)) again")
    }
    pool.lastTag[Int(written)] = tag
    place = window.skipSpace(place)
    guard window[place] == UInt8(ascii: "=") else {
      throw window.unexpected(place, expected: "'='")
    }
    place = window.skipSpace(place &+ 1)
    let quote = window[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw window.unexpected(place, expected: "a quote before the attribute's value")
    }
    place &+= 1
    let valueStart = place
    var flags: UInt32 = 0
    var hasEntities = false
    var byte = window[place]
    while true {
      while window.classes[byte] & XMLByteClasses.valueStop == 0 {
        place &+= 1
        byte = window[place]
      }
      if byte == quote { break }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        place &+= 1
      case UInt8(ascii: "&"):
        flags |= XMLRecord.escaped
        if let behind = try window.skipReference(place) {
          place = behind
        } else {
          hasEntities = true
          place = window.skipName(place &+ 1) &+ 1
        }
      case 0x09, 0x0A, 0x0D:
        flags |= XMLRecord.escaped
        place &+= 1
      default:
        throw window.unexpected(place, expected: "the attribute's value and its closing quote")
      }
      byte = window[place]
    }
    if place &- valueStart > options.limits.textBytes {
      throw .limit("bytes in a value", options.limits.textBytes, at: valueStart)
    }
    var span = valueStart..<place
    if hasEntities || (isInEntity && flags != 0) {
      span = try expandValue(span)
      flags = 0
    }
    var name = pool.written[Int(written)].plainName
    if name == XMLNamePool.none {
      name = written
      needsResolving = true
      flags |= XMLRecord.unresolved
    }
    try append(
      XMLRecord(
        .attribute, offset: span.lowerBound, length: span.count, link: start, name: name,
        flags: flags))
    return place &+ 1
  }

  /// Reads an end tag; the place is that of its `<`.
  ///
  /// Source: XML 1.0 §3.1 [42], WFC: Element Type Match.
  @inline(__always)
  mutating func readEndTag(_ start: Int) throws(XMLFault) -> Int {
    guard open.count > floor, let top = open.last else {
      throw XMLFault(
        at: start, expected: "what was begun in the entity", found: "the end of another element")
    }
    var place = start &+ 2
    guard pool.stands(top.written, at: place, in: window) else { throw mismatch(start) }
    place &+= pool.length(top.written)
    var byte = window[place]
    if byte != UInt8(ascii: ">") {
      if window.classes[byte] & XMLByteClasses.name != 0 { throw mismatch(start) }
      place = window.skipSpace(place)
      byte = window[place]
      guard byte == UInt8(ascii: ">") else { throw window.unexpected(place, expected: "'>'") }
    }
    place &+= 1
    close(at: place)
    return place
  }

  @inline(__always)
  private mutating func close(at place: Int) {
    let top = open[open.count &- 1]
    open.removeLast()
    if !isWatching || watch?.isInside == true {
      records[top.record].link = UInt32(truncatingIfNeeded: records.count)
    }
    if open.count < declaringDepth { leaveScopes() }
    if isWatching { noticeEnd(at: place) }
  }

  private func mismatch(_ start: Int) -> XMLFault {
    let nameEnd = window.skipName(start + 2)
    let found =
      nameEnd == start + 2
      ? XMLFault.name(of: window.rest(nameEnd))
      : "</\(String(decoding: window.copy(start + 2..<min(nameEnd, start + 66)), as: UTF8.self))>"
    return XMLFault(
      // A name that may go on behind the window is judged with what follows.
      at: nameEnd >= end ? nameEnd : start,
      expected: "</\(pool.text(open[open.count - 1].written))>", found: found)
  }
}
