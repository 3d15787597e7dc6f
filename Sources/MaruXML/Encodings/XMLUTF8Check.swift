/// Checks that bytes are UTF-8, and hold neither U+FFFE nor U+FFFF.
///
/// Other characters that XML forbids are one byte long and are found when they are read.
enum XMLUTF8Check {
  enum Result: Equatable {
    case whole
    /// The last character's rest is missing; where it starts.
    case cut(Int)
    /// Where the first wrong sequence starts.
    case malformed(Int)
    case forbidden(Int)
  }

  /// Source: Unicode 16, table 3-7 (well-formed UTF-8 byte sequences).
  static func check(_ bytes: ArraySlice<UInt8>) -> Result {
    // unsafe: the window is used inside of the closure only.
    unsafe bytes.withUnsafeBufferPointer { buffer in
      let window = unsafe XMLWindow(buffer)
      return check(window)
    }
  }

  private static func check(_ window: XMLWindow) -> Result {
    var index = 0
    var isBehindBlocks = false
    while index < window.count {
      let (length, fault) = character(window, index)
      if let fault { return fault }
      index &+= length
      // A block is judged by the three bytes before it, too.
      if index >= 3, !isBehindBlocks {
        index = behindBlocks(window, from: index)
        isBehindBlocks = true
      }
    }
    return .whole
  }

  /// Goes over blocks of 32 bytes as long as nothing is wrong in them.
  ///
  /// - Returns: The start of a character, with nothing wrong before it.
  private static func behindBlocks(_ window: XMLWindow, from start: Int) -> Int {
    var index = start
    // Whether the last character before the block is.
    var isWhole = true
    while index &+ 32 <= window.count {
      if !(isWhole && XMLUTF8Block.isPlain(window, at: index)) {
        if XMLUTF8Block(window, at: index).isWrong { break }
        if XMLUTF8Block(window, at: index &+ 16).isWrong { break }
        isWhole =
          window[index &+ 31] < 0xC0 && window[index &+ 30] < 0xE0 && window[index &+ 29] < 0xF0
      }
      index &+= 32
    }
    // The last character may not be whole.
    for place in stride(from: index &- 1, through: max(start, index &- 3), by: -1)
    where window[place] >= 0xC0 {
      return place
    }
    return index
  }

  /// Looks closely at one character.
  private static func character(
    _ window: XMLWindow, _ index: Int
  ) -> (length: Int, fault: Result?) {
    let first = window[index]
    if first < 0x80 { return (1, nil) }
    let left = window.count - index
    guard first >= 0xC2, first <= 0xF4 else { return (0, .malformed(index)) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let low: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    for distance in 1..<length {
      guard distance < left else { return (0, .cut(index)) }
      let byte = window[index + distance]
      let isRight = distance == 1 ? byte >= low && byte <= high : byte & 0xC0 == 0x80
      guard isRight else { return (0, .malformed(index)) }
    }
    if first == 0xEF, window[index + 1] == 0xBF, window[index + 2] >= 0xBE {
      return (0, .forbidden(index))
    }
    return (length, nil)
  }
}
