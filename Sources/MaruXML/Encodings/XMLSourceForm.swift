/// What a document was written in, and how that was found.
package struct XMLSourceForm: Sendable {
  package var encoding: XMLEncoding
  /// Bytes of the byte order mark.
  package var markBytes = 0
  /// What said so.
  var evidence = Evidence.none
  /// The place of the first byte that is read; not the start in a part of a stream.
  package var base = XMLPosition(line: 1, column: 1, offset: 0)

  enum Evidence: Sendable {
    /// Nothing but the form of the first bytes, or not even that.
    case none
    case mark
    case declaration
    /// The caller or the message.
    case outside
  }

  /// Finds out what bytes are written in; the order is that of ``XMLEncodingSource``.
  ///
  /// - Parameter first: The first bytes: all, or at least 1,024.
  ///
  /// Source: XML 1.0 §4.3.3 and appendix F, RFC 7303 §3.2.
  static func detect(
    _ first: ArraySlice<UInt8>, _ source: XMLEncodingSource
  ) throws(XMLFault) -> XMLSourceForm {
    let mark = mark(of: first)
    if case .imposed(let encoding) = source {
      let bytes = mark?.encoding == encoding ? mark?.bytes ?? 0 : 0
      return XMLSourceForm(encoding: encoding, markBytes: bytes, evidence: .outside)
    }
    if first.starts(with: [0x00, 0x00, 0xFE, 0xFF]) || first.starts(with: [0xFF, 0xFE, 0x00, 0x00])
      || first.starts(with: [0x00, 0x00, 0x00, 0x3C])
      || first.starts(with: [0x3C, 0x00, 0x00, 0x00])
    {
      throw unknown("UTF-32", at: 0)
    }
    if let mark {
      return XMLSourceForm(encoding: mark.encoding, markBytes: mark.bytes, evidence: .mark)
    }
    let wide = wideForm(of: first)
    if case .charset(let label) = source {
      guard let encoding = XMLEncoding(label: label) else { throw unknown(label, at: 0) }
      // A label without an order leaves it to the first bytes.
      let isOrderless =
        XMLEncoding.utf16BigEndian.agrees(with: label) && encoding != .utf16BigEndian
      return XMLSourceForm(
        encoding: isOrderless ? wide ?? encoding : encoding, evidence: .outside)
    }
    if let wide { return XMLSourceForm(encoding: wide) }
    if first.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) { throw unknown("EBCDIC", at: 0) }
    guard let label = declaredLabel(first) else { return XMLSourceForm(encoding: .utf8) }
    guard let encoding = XMLEncoding(label: label.text) else {
      throw unknown(label.text, at: label.place)
    }
    if encoding == .utf16LittleEndian || encoding == .utf16BigEndian {
      throw XMLFault(
        .encodingConflict, at: label.place, expected: "the encoding that the bytes are in",
        found: "UTF-16 declared in single bytes")
    }
    return XMLSourceForm(encoding: encoding, evidence: .declaration)
  }

  /// Compares what the declaration says with what was found out before.
  func check(_ declaration: XMLDeclaration) throws(XMLFault) {
    guard let label = declaration.encoding, evidence == .mark || evidence == .none else { return }
    guard !encoding.agrees(with: label) else { return }
    guard XMLEncoding(label: label) != nil else {
      throw Self.unknown(label, at: declaration.encodingPlace)
    }
    throw XMLFault(
      .encodingConflict, at: declaration.encodingPlace,
      expected: "a declaration of \(encoding.rawValue), which the document starts as",
      found: "another encoding")
  }

  private static func unknown(_ label: String, at place: Int) -> XMLFault {
    XMLFault(
      .unknownEncoding, at: place, expected: "an encoding that is known here",
      found: String(label.prefix(40)))
  }

  private static func mark(
    of first: ArraySlice<UInt8>
  ) -> (encoding: XMLEncoding, bytes: Int)? {
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    if first.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if first.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    return nil
  }

  /// Markup starts with `<`, and white space may stand before the root.
  private static func wideForm(of first: ArraySlice<UInt8>) -> XMLEncoding? {
    guard first.count >= 2 else { return nil }
    let low = first[first.startIndex]
    let high = first[first.startIndex + 1]
    func starts(_ byte: UInt8) -> Bool { byte == 0x3C || XMLCharacters.isSpace(byte) }
    if high == 0, starts(low) { return .utf16LittleEndian }
    if low == 0, starts(high) { return .utf16BigEndian }
    return nil
  }

  /// The label in the declaration of a document whose markup is ASCII.
  private static func declaredLabel(
    _ first: ArraySlice<UInt8>
  ) -> (text: String, place: Int)? {
    guard first.starts(with: "<?xml".utf8) else { return nil }
    let end = first.prefix(1024).firstIndex(of: UInt8(ascii: ">")) ?? first.prefix(1024).endIndex
    let start = first.startIndex
    let padded = Array(first[start..<end])
    var place: (String, Int)?
    // unsafe: the window is used inside of the closure only.
    unsafe padded.withUnsafeBufferPointer { buffer in
      let window = unsafe XMLWindow(buffer)
      var index = 5
      while index + 8 < end - start, !window.has("encoding", at: index) { index += 1 }
      var cursor = XMLDeclarationCursor(window: window, end: end - start, place: index)
      guard let span = try? cursor.value(of: "encoding") else { return }
      place = (String(decoding: window.copy(span), as: UTF8.self), span.lowerBound)
    }
    return place
  }
}
