// Entities and defaults that an internal document type declaration gave.
extension XMLReader {
  /// Goes into the text of the entity that is referred to at a place.
  ///
  /// The text is read where it lies, once for each reference; nothing is copied.
  ///
  /// Source: XML 1.0 §4.4.2, §4.1 WFC: Entity Declared, Parsed Entity, No Recursion.
  mutating func enterEntity(_ place: Int) throws(XMLFault) -> Int {
    let nameEnd = window.skipName(place + 1)
    let name = window.copy(place + 1..<nameEnd)
    guard let doctype, let number = doctype.number(of: name) else {
      throw XMLDoctype.undeclared(name, at: place)
    }
    switch doctype.entities[number] {
    case .text: break
    case .external:
      throw XMLFault(
        .undeclaredEntity, at: place, expected: "an entity whose text is in the document",
        found: "one from outside, which is never fetched")
    case .unparsed: throw XMLDoctype.unparsed(at: place)
    }
    guard !frames.contains(where: { $0.entity == number }) else {
      throw XMLDoctype.recursion(at: place)
    }
    let text = doctype.places[number]
    if frames.count >= doctype.limits.depth {
      throw .limit("entities inside each other", doctype.limits.depth, at: place)
    }
    try self.doctype?.count(text.count, at: place)
    frames.append(
      XMLEntityFrame(
        entity: number, reference: place, resume: nameEnd + 1, end: end, floor: floor))
    end = text.upperBound
    floor = open.count
    isInEntity = true
    return text.lowerBound
  }

  /// Goes on behind the reference to the entity that is at its end.
  ///
  /// Source: XML 1.0 §4.3.2: an element that begins in an entity ends in it.
  mutating func leaveEntity(_ place: Int) throws(XMLFault) -> Int {
    guard open.count == floor else {
      throw XMLFault(
        at: place, expected: "</\(pool.text(open[open.count - 1].written))>",
        found: "the end of the entity")
    }
    let frame = frames.removeLast()
    isInEntity = !frames.isEmpty
    end = frame.end
    floor = frame.floor
    return frame.resume
  }

  /// Lays what a value says behind the window's bytes.
  @inline(never)
  mutating func expandValue(_ span: Range<Int>) throws(XMLFault) -> Range<Int> {
    let raw = window.copy(span)
    guard doctype != nil else {
      // Only a reference to an entity leads here without a declaration.
      throw undeclared(in: raw, at: span.lowerBound)
    }
    let value =
      try doctype?.expand(raw, isInEntity: !frames.isEmpty, at: span.lowerBound) ?? raw
    return lay(value)
  }

  private func undeclared(in value: [UInt8], at place: Int) -> XMLFault {
    var index = 0
    while let start = value[index...].firstIndex(of: UInt8(ascii: "&")) {
      guard let (reference, end) = try? XMLReference.read(value, at: start, place: place) else {
        break
      }
      if case .entity(let name) = reference {
        return XMLDoctype.undeclared(name, at: place + start)
      }
      index = end
    }
    return XMLDoctype.undeclared([], at: place)
  }

  private mutating func lay(_ value: [UInt8]) -> Range<Int> {
    let start = window.count + extra.count
    extra += value
    return start..<start + value.count
  }

  /// Makes tokens of values that are declared to be, and adds attributes that are not written.
  ///
  /// - Returns: How many were added.
  ///
  /// Source: XML 1.0 §3.3.2, §3.3.3.
  @inline(never)
  mutating func applyDeclarations(
    of element: UInt32, record: Int, needsResolving: inout Bool
  ) throws(XMLFault) -> Int {
    guard let declared = doctype?.numbered[element] else { return 0 }
    for index in record + 1..<records.count {
      let place = Int(records[index].link)
      let written = try pool.intern(
        window, at: place, length: window.skipName(place) - place)
      guard declared.tokenized.contains(written) else { continue }
      let value = valueBytes(of: records[index])
      let tokens = XMLDoctype.tokens(of: value)
      guard tokens != value else { continue }
      try doctype?.count(tokens.count, at: place)
      let span = lay(tokens)
      records[index].offset = UInt32(truncatingIfNeeded: span.lowerBound)
      records[index].length = UInt32(truncatingIfNeeded: span.count)
      records[index].tag &= ~XMLRecord.escaped
    }
    var added = 0
    for entry in declared.defaults where pool.lastTag[Int(entry.written)] != tag {
      let place = Int(records[record].offset)
      if records.count - record > options.limits.attributes {
        throw .limit("attributes of an element", options.limits.attributes, at: place)
      }
      try doctype?.count(entry.value.count, at: place)
      pool.lastTag[Int(entry.written)] = tag
      var flags = XMLRecord.defaulted
      var name = pool.written[Int(entry.written)].plainName
      if name == XMLNamePool.none {
        name = entry.written
        needsResolving = true
        flags |= XMLRecord.unresolved
      }
      try append(
        XMLRecord(
          .attribute, offset: entry.valuePlace, length: entry.value.count,
          link: entry.namePlace, name: name, flags: flags))
      added += 1
    }
    return added
  }
}
