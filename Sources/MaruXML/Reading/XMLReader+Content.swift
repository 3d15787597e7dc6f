// From the root's start tag to its end tag.
extension XMLReader {
  /// Reads tokens until the root is closed.
  mutating func readContent() throws(XMLFault) -> Pause? {
    var place = position
    while true {
      recordsAtToken = records.count
      let start = place
      // Most text of a document that is laid out is white space between elements.
      place = window.skipBlank(start)
      if window[place] != UInt8(ascii: "<") {
        place = try readText(start, from: place)
      } else {
        try appendText(start, place, 0, isBlank: !isInEntity)
      }
      if window[place] != UInt8(ascii: "<") {
        guard let next = try passInput(from: start, at: place) else { return .starved }
        place = next
        position = next
        continue
      }
      recordsAtToken = records.count
      position = place
      switch window[place &+ 1] {
      case UInt8(ascii: "/"): place = try readEndTag(place)
      case UInt8(ascii: "!"): place = try readSection(place)
      case UInt8(ascii: "?"): place = try readInstruction(place)
      default: place = try readStartTag(place)
      }
      position = place
      if isWatching, let element = noticedElement() { return .element(element) }
      if open.isEmpty {
        stage = .epilog
        return nil
      }
    }
  }

  /// Reads character data up to a `<`, a reference to a declared entity, or the end of the input.
  ///
  /// - Parameter behindBlank: Where the white space ends that it begins with.
  ///
  /// Source: XML 1.0 §2.4 [14], §2.11, §4.1.
  @inline(never)
  private mutating func readText(_ first: Int, from behindBlank: Int) throws(XMLFault) -> Int {
    var start = first
    var place = behindBlank
    var flags: UInt32 = 0
    // In an entity it may have been written as references.
    var isBlank = !isInEntity
    while true {
      let run = place
      place = window.skipText(place)
      let byte = window[place]
      if place > run { isBlank = false }
      switch byte {
      case UInt8(ascii: "<"):
        try appendText(start, place, flags, isBlank: isBlank)
        return place
      case UInt8(ascii: ">"):
        // Markup before the text ends in another '>', or in ';'.
        if window[place &- 1] == UInt8(ascii: "]"), window[place &- 2] == UInt8(ascii: "]") {
          throw XMLFault(at: place - 2, expected: "text without ']]>'", found: "']]>'")
        }
        isBlank = false
        place &+= 1
      case UInt8(ascii: "&"):
        guard let behind = try window.skipReference(place) else {
          try appendText(start, place, flags, isBlank: isBlank)
          return place
        }
        flags |= XMLRecord.escaped
        isBlank = false
        place = behind
      case 0x0D where !isInEntity:
        flags |= XMLRecord.escaped
        place = window.skipBlank(place &+ 1)
      case 0x0D:
        // In an entity it was written as a reference, and is no line end.
        try appendText(start, place, flags, isBlank: false)
        try appendText(place, place &+ 1, 0, isBlank: false)
        flags = 0
        place &+= 1
        start = place
      default:
        guard byte == 0, place >= end else {
          throw window.unexpected(place, expected: "a character that XML allows")
        }
        // What more bytes may lengthen is read again with them.
        if isLast || isInEntity {
          try appendText(start, place, flags, isBlank: isBlank)
        }
        return place
      }
    }
  }

  /// Appends a record for a text, unless there is none.
  @inline(__always)
  mutating func appendText(
    _ start: Int, _ end: Int, _ flags: UInt32, isBlank: Bool
  ) throws(XMLFault) {
    if end == start { return }
    if end &- start > options.limits.textBytes {
      throw .limit("bytes in a text", options.limits.textBytes, at: start)
    }
    try append(
      XMLRecord(
        .text, offset: start, length: end &- start,
        flags: isBlank ? flags | XMLRecord.blank : flags))
  }

  /// Goes on where an entity is referred to, or where the present input ends.
  ///
  /// - Returns: Where to read next; nil if more bytes are needed.
  @inline(never)
  private mutating func passInput(from start: Int, at place: Int) throws(XMLFault) -> Int? {
    if place < end { return try enterEntity(place) }
    if isInEntity { return try leaveEntity(place) }
    guard !isLast else {
      throw XMLFault(
        at: place, expected: "</\(pool.text(open[open.count - 1].written))>",
        found: "the end of the document")
    }
    if place - start > options.limits.textBytes {
      throw .limit("bytes in a text", options.limits.textBytes, at: start)
    }
    return nil
  }
}
