/// Bytes that come in pieces, read one at a time: a file of any size in a piece's memory.
struct ByteFeed {
  private var piece: [UInt8]
  private var next = 0
  /// How many bytes were in the pieces before this one.
  private var before = 0
  private let more: () throws(CaptureRefusal) -> [UInt8]
  /// Which line is being read, from 1.
  private(set) var line = 1
  private var lineStart = 0

  /// Reads from memory.
  init(_ bytes: [UInt8]) {
    piece = bytes
    more = { () throws(CaptureRefusal) -> [UInt8] in [] }
  }

  /// Reads pieces until one is empty.
  init(_ more: @escaping () throws(CaptureRefusal) -> [UInt8]) throws(CaptureRefusal) {
    self.more = more
    piece = try more()
  }

  /// How many bytes were read.
  var offset: Int { before + next }
  /// The place of the next byte in its line, from 1.
  var column: Int { offset - lineStart + 1 }

  /// The next byte, which stays; nil at the end.
  mutating func peek() throws(CaptureRefusal) -> UInt8? {
    if next < piece.count { return piece[next] }
    before += piece.count
    next = 0
    piece = piece.isEmpty ? [] : try more()
    return piece.first
  }

  /// Steps over the byte that was peeked at.
  mutating func skip() {
    if piece[next] == 0x0A {
      line += 1
      lineStart = offset + 1
    }
    next += 1
  }

  /// The next byte; nil at the end.
  mutating func pop() throws(CaptureRefusal) -> UInt8? {
    guard let byte = try peek() else { return nil }
    skip()
    return byte
  }

  /// Moves what can be had of a text without quotes, escapes and controls to `bytes` at once.
  mutating func popPlain(into bytes: inout [UInt8], room: Int) -> Int {
    var end = next
    while end < piece.count, piece[end] >= 0x20, piece[end] != 0x22, piece[end] != 0x5C { end += 1 }
    let count = end - next
    if room > 0 { bytes.append(contentsOf: piece[next..<(next + min(count, room))]) }
    next = end
    return count
  }

  /// Says what is wrong at the next byte.
  func refusal(_ problem: CaptureRefusal.Problem) -> CaptureRefusal {
    CaptureRefusal(problem, line: line, column: column)
  }
}
