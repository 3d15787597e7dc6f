/// The bytes that are read from; behind them it is as if there were zeros for ever.
///
/// No XML document may hold a zero byte, so every loop ends at the first one without asking for the
/// end, and no look leaves the memory.
@safe
struct XMLWindow {
  // unsafe: who makes a window keeps the memory for as long as it is used.
  private let start: UnsafePointer<UInt8>
  /// How many bytes there are.
  let count: Int
  /// How many words of eight bytes start inside and end there.
  private let words: UInt
  let classes = XMLByteClasses.shared

  /// Nothing but zeros.
  static let empty = XMLWindow()

  private init() {
    // unsafe: one byte that is never read, as the count says, and never freed.
    unsafe start = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
    count = 0
    words = 0
  }

  /// Looks at a buffer. The caller keeps it alive and unchanged while the window is used.
  init(_ buffer: UnsafeBufferPointer<UInt8>) {
    // unsafe: the count is the buffer's; of one without an address nothing is read.
    unsafe start = buffer.baseAddress ?? Self.empty.start
    count = buffer.count
    words = UInt(max(buffer.count - 7, 0))
  }

  @inline(__always)
  subscript(_ index: Int) -> UInt8 {
    // unsafe: only an index inside is looked at.
    UInt(bitPattern: index) < UInt(bitPattern: count) ? unsafe start[index] : 0
  }

  /// Eight bytes from an index on; the first is the lowest.
  @inline(__always)
  func word(at index: Int) -> UInt64 {
    guard UInt(bitPattern: index) < words else { return wordAtEnd(index) }
    // unsafe: all eight were checked to be inside.
    let word = unsafe UnsafeRawPointer(start).loadUnaligned(
      fromByteOffset: index, as: UInt64.self)
    return UInt64(littleEndian: word)
  }

  /// Sixteen bytes from an index on, all of which must be inside.
  @inline(__always)
  func vector(at index: Int) -> SIMD16<UInt8> {
    precondition(index >= 0 && index <= count - 16)
    // unsafe: all were checked to be inside.
    return unsafe UnsafeRawPointer(start).loadUnaligned(
      fromByteOffset: index, as: SIMD16<UInt8>.self)
  }

  @inline(never)
  private func wordAtEnd(_ index: Int) -> UInt64 {
    var word: UInt64 = 0
    for distance in 0..<8 { word |= UInt64(self[index + distance]) << (8 * UInt64(distance)) }
    return word
  }

  /// A copy of some bytes.
  func copy(_ span: Range<Int>) -> [UInt8] {
    precondition(span.lowerBound >= 0 && span.upperBound <= count)
    // unsafe: the span was checked.
    return unsafe Array(UnsafeBufferPointer(start: start + span.lowerBound, count: span.count))
  }

  /// Whether the bytes of a text stand at an index.
  func has(_ text: StaticString, at index: Int) -> Bool {
    for distance in 0..<text.utf8CodeUnitCount {
      // unsafe: a static string has so many code units.
      guard self[index + distance] == (unsafe text.utf8Start[distance]) else { return false }
    }
    return true
  }
}

extension XMLWindow: @unchecked Sendable {
  // @unchecked: the empty one, which is shared, is never written.
}
