/// Sixteen bytes of a document with those that stand one, two and three before each of them; all are
/// looked at together.
struct XMLUTF8Block {
  private let bytes: SIMD16<UInt8>
  private let before: SIMD16<UInt8>
  private let secondBefore: SIMD16<UInt8>
  private let thirdBefore: SIMD16<UInt8>

  /// The block from an index on, which must not be less than three.
  @inline(__always)
  init(_ window: XMLWindow, at index: Int) {
    bytes = window.vector(at: index)
    before = window.vector(at: index &- 1)
    secondBefore = window.vector(at: index &- 2)
    thirdBefore = window.vector(at: index &- 3)
  }

  /// Whether a byte of the block can't follow those before it, or ends U+FFFE or U+FFFF.
  ///
  /// Exact, as long as nothing is wrong with what is before the block; what the last bytes begin is
  /// judged with the block behind them.
  ///
  /// Source: Unicode 16, table 3-7 (well-formed UTF-8 byte sequences).
  @inline(__always)
  var isWrong: Bool {
    let continues = (bytes .>= Self.all(0x80)) .& (bytes .< Self.all(0xC0))
    let mustContinue =
      (before .>= Self.all(0xC0)) .| (secondBefore .>= Self.all(0xE0))
      .| (thirdBefore .>= Self.all(0xF0))
    let neverStarts = ((bytes & Self.all(0xFE)) .== Self.all(0xC0)) .| (bytes .>= Self.all(0xF5))
    let isLow = bytes .< Self.all(0xA0)
    let isLowest = bytes .< Self.all(0x90)
    // Longer than needed; a surrogate; above U+10FFFF.
    let isOutside =
      ((before .== Self.all(0xE0)) .& isLow) .| ((before .== Self.all(0xED)) .& .!isLow)
      .| ((before .== Self.all(0xF0)) .& isLowest) .| ((before .== Self.all(0xF4)) .& .!isLowest)
    let isForbidden =
      (secondBefore .== Self.all(0xEF)) .& (before .== Self.all(0xBF)) .& (bytes .>= Self.all(0xBE))
    let wrong = (continues .^ mustContinue) .| neverStarts .| isOutside .| isForbidden
    // unsafe: both are 128 bits, and every pattern of bits is a value.
    let words = unsafe unsafeBitCast(wrong, to: SIMD2<UInt64>.self)
    return words[0] | words[1] != 0
  }

  /// Whether 32 bytes from an index on are ASCII.
  @inline(__always)
  static func isPlain(_ window: XMLWindow, at index: Int) -> Bool {
    let bytes = window.vector(at: index) | window.vector(at: index &+ 16)
    // unsafe: both are 128 bits, and every pattern of bits is a value.
    let words = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// A vector on both sides: compared with a single byte, it takes twenty times as long.
  @inline(__always)
  private static func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }
}
