/// What the start of a body looks like, whatever it was sent as.
enum XMLBodyForm {
  case blank, html, json
  /// XML, or broken XML.
  case markup
  case other

  init(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var start = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0).drop(while: Self.isSpace)
    guard !start.isEmpty else {
      self = .blank
      return
    }
    // A page may begin with a declaration and comments, as a document does.
    start = start.prefix(1024)
    while let end = Self.endOfMarkup(start) { start = start[end...].drop(while: Self.isSpace) }
    let first = start.prefix(15).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if Self.names(first, "<!doctype html") || Self.names(first, "<html") {
      self = .html
    } else if first.first == UInt8(ascii: "{") || first.first == UInt8(ascii: "[") {
      self = .json
    } else {
      // Zeros and marks begin UTF-16.
      let starts: [UInt8] = [UInt8(ascii: "<"), 0x00, 0xFE, 0xFF]
      self = first.first.map(starts.contains) ?? true ? .markup : .other
    }
  }

  /// Whether the bytes start with markup of just this name.
  private static func names(_ bytes: [UInt8], _ name: String) -> Bool {
    guard bytes.starts(with: name.utf8) else { return false }
    return bytes.dropFirst(name.utf8.count).first.map {
      isSpace($0) || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
    }
      ?? true
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// The index behind an instruction or a comment that the bytes start with.
  private static func endOfMarkup(_ bytes: ArraySlice<UInt8>) -> Int? {
    for (begin, end) in [("<?", "?>"), ("<!--", "-->")] where bytes.starts(with: begin.utf8) {
      let close = Array(end.utf8)
      return bytes.indices.first { bytes[$0...].starts(with: close) }.map { $0 + close.count }
    }
    return nil
  }
}
