// What a leaf says: an attribute's value, or the text of an element without elements.
extension XMLDecodingSession {
  /// Hands over the text at a place, with references resolved.
  ///
  /// - Throws: ``XMLError/Code/typeMismatch`` for an element with elements in it, unless only its own
  ///   text is asked for.
  @inline(__always)
  func withText<Result>(
    at place: XMLPlace, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    let index = place.index
    let record = records[index]
    var leaf = index
    if record.isElement {
      let child = index + 1 + Int(record.length)
      guard child < Int(record.link) else {
        let none: [UInt8] = []
        return try body(none.span)
      }
      guard child + 1 == Int(record.link), records[child].isText else {
        return try withGatheredText(at: place, body)
      }
      leaf = child
    } else if record.isText {
      return try withGatheredText(at: place, body)
    }
    let text = records[leaf]
    guard !text.isEscaped else { return try withGatheredText(at: place, body) }
    let start = Int(text.offset)
    let bytes = bytes
    let all = bytes.span
    return try body(all.extracting(start..<start + Int(text.length)))
  }

  /// For text in several pieces or with references.
  @inline(never)
  private func withGatheredText<Result>(
    at place: XMLPlace, _ body: (Span<UInt8>) throws -> Result
  ) throws -> Result {
    // Taken out while it is in use, so that a body that reads another text gets a buffer of its own.
    var buffer = scratch
    scratch = []
    buffer.removeAll(keepingCapacity: true)
    defer { scratch = buffer }
    try gather(place, into: &buffer)
    return try body(buffer.span)
  }

  /// Appends the text at a place.
  private func gather(_ place: XMLPlace, into buffer: inout [UInt8]) throws {
    let index = place.index
    let record = records[index]
    guard record.isElement else {
      if record.isText {
        gatherPiece(place, into: &buffer)
      } else {
        arena.resolve(index, into: &buffer)
      }
      return
    }
    var child = arena.firstChild(ofElement: index)
    let end = Int(record.link)
    var elements = 0
    while child < end {
      if records[child].isElement {
        guard place.isOwnText else { throw elementsInText(index, child) }
        elements += 1
      }
      child = arena.next(child)
    }
    child = arena.firstChild(ofElement: index)
    while child < end {
      // White space between elements is layout.
      if records[child].isText, elements == 0 || !records[child].isBlank {
        arena.resolve(child, into: &buffer)
      }
      child = arena.next(child)
    }
  }

  /// Appends a piece of mixed content: text and CDATA up to where the place ends.
  private func gatherPiece(_ place: XMLPlace, into buffer: inout [UInt8]) {
    for index in place.index..<Int(place.extent) where records[index].isText {
      arena.resolve(index, into: &buffer)
    }
  }

  @inline(never)
  private func elementsInText(_ index: Int, _ child: Int) -> XMLError {
    error(
      .typeMismatch, at: index, expected: "text", found: "\(found(element: child)) in it")
  }
}

// Strings.
extension XMLDecodingSession {
  @inline(__always)
  func string(at place: XMLPlace) throws -> String {
    if settings.stringStrategy.whitespace == .trimmed { return try trimmedString(at: place) }
    return try withText(at: place) { Self.string($0) }
  }

  /// The part of a name behind its prefix.
  func local(_ record: XMLRecord) -> String {
    let names = arena.nameBytes
    let all = names.span
    return Self.string(all.extracting(arena.localSpan(ofName: record.name)))
  }

  @inline(__always) static func string(_ text: Span<UInt8>) -> String {
    // The pointer is used inside of the closure only.
    unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The string without white space at its ends, but for what references and CDATA say.
  @inline(never)
  private func trimmedString(at place: XMLPlace) throws -> String {
    let index = place.index
    var pieces: [Int] = [index]
    if records[index].isText {
      pieces = (index..<Int(place.extent)).filter { records[$0].isText }
    } else if records[index].isElement {
      pieces = []
      var child = arena.firstChild(ofElement: index)
      while child < Int(records[index].link) {
        if records[child].isElement, !place.isOwnText { throw elementsInText(index, child) }
        if records[child].isText { pieces.append(child) }
        child = arena.next(child)
      }
    }
    var text: [UInt8] = []
    var isLeading = true
    var trailing = 0
    for piece in pieces {
      if records[piece].kind == .cdata {
        let before = text.count
        arena.resolve(piece, into: &text)
        if text.count > before { (isLeading, trailing) = (false, 0) }
        continue
      }
      let span = arena.span(piece)
      var start = span.lowerBound
      var end = span.upperBound
      if isLeading { while start < end, XMLCharacters.isSpace(bytes[start]) { start += 1 } }
      guard start < end else { continue }
      isLeading = false
      while end > start, XMLCharacters.isSpace(bytes[end - 1]) { end -= 1 }
      var resolved: [UInt8] = []
      XMLReferences.resolve(
        bytes, start..<span.upperBound, kind: records[piece].kind, into: &resolved)
      text += resolved
      let spaces = lengthOfSpaces(end..<span.upperBound)
      trailing = end == start ? trailing + spaces : spaces
    }
    text.removeLast(trailing)
    return String(decoding: text, as: UTF8.self)
  }

  /// How long written white space is when CR LF has become one.
  private func lengthOfSpaces(_ span: Range<Int>) -> Int {
    var count = 0
    for index in span
    where !(bytes[index] == 0x0A && index > span.lowerBound && bytes[index - 1] == 0x0D) {
      count += 1
    }
    return count
  }
}
