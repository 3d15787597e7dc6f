extension XMLPosition {
  /// The place of a byte of a document that is UTF-8 now and may have been something else.
  ///
  /// Looks at all bytes before it: for errors only. CR, LF and both together end a line.
  init(ofByte place: Int, in bytes: [UInt8], source: XMLSourceForm) {
    var start = source.base
    start.offset += source.markBytes
    self = start.moved(over: bytes, 0..<min(max(place, 0), bytes.count), in: source.encoding)
  }

  /// The place behind some bytes, which start at this one.
  func moved(over bytes: [UInt8], _ span: Range<Int>, in encoding: XMLEncoding) -> XMLPosition {
    if encoding == .utf8 { return moved(over: bytes, span) }
    var line = line
    var column = column
    var offset = offset
    var index = span.lowerBound
    let end = span.upperBound
    while index < end {
      let (scalar, length) = XMLCharacters.decode(bytes[...], at: index)
      let isHalfOfLineEnd = scalar == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if scalar == 0x0A || (scalar == 0x0D && !isHalfOfLineEnd) {
        line += 1
        column = 1
      } else if !isHalfOfLineEnd {
        column += 1
      }
      offset += XMLTranscoder.width(of: scalar, in: encoding)
      index += length
    }
    return XMLPosition(line: line, column: column, offset: offset)
  }

  /// The same where nothing was transcoded; a stream asks for each element.
  private func moved(over bytes: [UInt8], _ span: Range<Int>) -> XMLPosition {
    var line = line
    var column = column
    var start = span.lowerBound
    func isLineEnd(_ index: Int) -> Bool {
      bytes[index] == 0x0A
        || (bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A))
    }
    for index in span where bytes[index] <= 0x0D && isLineEnd(index) {
      line += 1
      column = 1
      start = index + 1
    }
    for index in start..<max(start, span.upperBound) {
      let byte = bytes[index]
      let isHalfOfLineEnd = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if byte & 0xC0 != 0x80, !isHalfOfLineEnd { column += 1 }
    }
    return XMLPosition(line: line, column: column, offset: offset + span.count)
  }
}
