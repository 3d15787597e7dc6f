/// Some text of the document around a place, on one line.
enum XMLExcerpt {
  /// Up to 24 bytes before the place and 48 from there on, within its line where there is text.
  static func text(of bytes: [UInt8], at place: Int, end: Int) -> String? {
    let place = min(max(place, 0), end)
    var start = place
    while start > 0, place - start < 24, !isLineEnd(bytes[start - 1]) { start -= 1 }
    var stop = place
    while stop < end, stop - place < 48, !isLineEnd(bytes[stop]) || stop == place { stop += 1 }
    // Whole characters only.
    while start < place, bytes[start] & 0xC0 == 0x80 { start += 1 }
    while stop > place, stop < end, bytes[stop] & 0xC0 == 0x80 { stop -= 1 }
    guard start < stop else { return nil }
    return String(decoding: bytes[start..<stop], as: UTF8.self)
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
