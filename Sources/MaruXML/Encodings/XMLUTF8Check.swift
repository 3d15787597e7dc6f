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
    let high: UInt64 = 0x8080_8080_8080_8080
    let count = window.count
    var index = 0
    while index < count {
      while index &+ 32 <= count {
        let first = window.word(at: index) | window.word(at: index &+ 8)
        let second = window.word(at: index &+ 16) | window.word(at: index &+ 24)
        if (first | second) & high != 0 { break }
        index &+= 32
      }
      // Words, until there are four plain ones again.
      var plain = 0
      while plain < 4, index < count {
        let word = window.word(at: index)
        let marked = word & high
        if marked == 0 {
          index &+= 8
          plain &+= 1
          continue
        }
        plain = 0
        index &+= marked.trailingZeroBitCount &>> 3
        // Characters of three bytes come in runs; the usual ones are told by one comparison.
        var next = window.word(at: index)
        while next & 0xC0_C0F0 == 0x80_80E0, next & 0x200F != 0, isUsual(next) {
          index &+= 3
          next >>= 24
          if next >> 16 == 0 { next = window.word(at: index) }
        }
        guard next & 0x80 != 0 else { continue }
        let (length, fault) = other(window, index)
        if let fault { return fault }
        index &+= length
      }
    }
    return .whole
  }

  /// Of sequences of three bytes: neither surrogates nor U+F000 and above, which are looked at closely.
  @inline(__always)
  private static func isUsual(_ word: UInt64) -> Bool {
    word & 0x0F != 0x0F && word & 0x200F != 0x200D
  }

  /// Looks closely at a character that is not ASCII.
  private static func other(_ window: XMLWindow, _ index: Int) -> (length: Int, fault: Result?) {
    let first = window[index]
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
