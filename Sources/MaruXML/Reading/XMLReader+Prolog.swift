// What stands around the root.
extension XMLReader {
  /// Reads the XML declaration, if there is one.
  mutating func readDeclaration() throws(XMLFault) {
    recordsAtToken = records.count
    let start = position
    if window.has("<?xml", at: start),
      window.classes[window[start + 5]] & XMLByteClasses.name == 0
    {
      let (declaration, end) = try XMLDeclaration.read(window, at: start, end: end)
      self.declaration = declaration
      try source.check(declaration)
      position = end
      hasMarkup = true
    } else if !isLast, end - start < 6 {
      // Not even a declaration's start can be told yet.
      throw window.unexpected(end, expected: "a document")
    }
    stage = .prolog
  }

  /// Reads up to the root.
  ///
  /// Source: XML 1.0 §2.8 [22], [27].
  mutating func readProlog() throws(XMLFault) -> Pause? {
    while true {
      recordsAtToken = records.count
      position = window.skipSpace(position)
      let place = position
      guard window[place] == UInt8(ascii: "<") else { throw noRoot(place) }
      if window[place + 1] == UInt8(ascii: "?") {
        position = try readInstruction(place)
        hasMarkup = true
      } else if window.has("<!--", at: place) {
        position = try readComment(place)
        hasMarkup = true
      } else if window[place + 1] == UInt8(ascii: "!") {
        position = try readDoctype(place)
        hasMarkup = true
        return .doctype
      } else {
        rootRecord = records.count
        let end = try readStartTag(place)
        position = end
        stage = open.isEmpty ? .epilog : .content
        if isWatching, let element = noticedElement() { return .element(element) }
        return nil
      }
    }
  }

  /// Reads what follows the root: nothing but comments, instructions and white space.
  mutating func readEpilog() throws(XMLFault) -> Pause? {
    while true {
      recordsAtToken = records.count
      position = window.skipSpace(position)
      let place = position
      if place >= end {
        return isLast ? .finished : .starved
      }
      guard window[place] == UInt8(ascii: "<") else {
        throw window.unexpected(place, expected: "nothing behind the root")
      }
      if window[place + 1] == UInt8(ascii: "?") {
        position = try readInstruction(place)
      } else if window.has("<!--", at: place) {
        position = try readComment(place)
      } else {
        throw window.unexpected(place + 1, expected: "nothing behind the root but comments")
      }
    }
  }

  private func noRoot(_ place: Int) -> XMLFault {
    return XMLFault(
      !hasMarkup && XMLForeignForm.isForeign(window, at: place) ? .notXML : .notWellFormed,
      at: place, expected: "the root element",
      found: place >= end
        ? (hasMarkup ? "the end of the document" : "an empty document")
        : XMLForeignForm.name(window, at: place) ?? XMLFault.name(of: window.rest(place)))
  }

  /// Reads a document type declaration as the policy says; the place is that of its `<`.
  private mutating func readDoctype(_ start: Int) throws(XMLFault) -> Int {
    guard window.has("<!DOCTYPE", at: start), !hasDoctype else {
      if let form = XMLForeignForm.name(window, at: start) {
        throw XMLFault(.notXML, at: start, expected: "XML", found: form)
      }
      throw window.unexpected(
        start + 2, expected: hasDoctype ? "the root element" : "a comment or 'DOCTYPE'")
    }
    switch options.doctype {
    case .reject:
      if let form = XMLForeignForm.name(window, at: start) {
        throw XMLFault(.notXML, at: start, expected: "XML", found: form)
      }
      throw XMLFault(
        .doctypeRefused, at: start, expected: "a document without a type declaration",
        found: "'<!DOCTYPE'")
    case .skip:
      let behind = try XMLDoctypeSkipper(window: window, end: end).skip(from: start)
      hasDoctype = true
      return behind
    case .internalSubset(let limits):
      guard watch == nil else {
        throw XMLFault(
          .doctypeRefused, at: start,
          expected: "a policy for a stream that refuses or skips type declarations",
          found: "one that reads them")
      }
      var reader = XMLDoctypeReader(
        bytes: window.copy(start..<end), base: start, limits: limits,
        isStandalone: declaration.isStandalone == true)
      let length = try reader.read()
      try reader.doctype.number(in: &pool, at: start)
      doctype = reader.doctype
      hasAttributeLists = !(doctype?.numbered.isEmpty ?? true)
      hasDoctype = true
      return start + length
    }
  }
}
