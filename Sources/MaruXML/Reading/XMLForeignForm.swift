/// Recognizes what is often sent where XML was promised.
enum XMLForeignForm {
  /// What the bytes look like, if they look like something known that is not XML.
  static func name(_ window: XMLWindow, at place: Int) -> String? {
    if starts(window, at: place, with: "<!doctype html") || starts(window, at: place, with: "<html")
    {
      return "HTML"
    }
    switch window[place] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return "what looks like JSON"
    case UInt8(ascii: "%") where window.has("%PDF", at: place): return "PDF"
    case 0x1F where window[place + 1] == 0x8B: return "compressed bytes (gzip)"
    case 0x50 where window.has("PK", at: place) && window[place + 2] == 3: return "a ZIP archive"
    default: return nil
    }
  }

  /// Whether it does not even start like markup.
  static func isForeign(_ window: XMLWindow, at place: Int) -> Bool {
    window[place] != UInt8(ascii: "<")
  }

  private static func starts(
    _ window: XMLWindow, at place: Int, with text: StaticString
  ) -> Bool {
    guard place + text.utf8CodeUnitCount <= window.count else { return false }
    for distance in 0..<text.utf8CodeUnitCount {
      var byte = window[place + distance]
      if byte >= 0x41 && byte <= 0x5A { byte |= 0x20 }
      // unsafe: a static string has so many code units.
      guard byte == (unsafe text.utf8Start[distance]) else { return false }
    }
    return true
  }
}
