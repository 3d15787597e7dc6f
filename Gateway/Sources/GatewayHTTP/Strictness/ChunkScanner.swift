/// Checks a chunked body's framing byte by byte, without keeping its data (RFC 9112 §7.1).
///
/// Extensions and trailers are refused: no client of ours sends them, and servers in a row read
/// them differently.
struct ChunkScanner: Sendable {
  enum Verdict: Hashable {
    case incomplete
    /// The body ends behind so many bytes of those just scanned.
    case complete(length: Int)
    case refused(Refusal)
  }

  private enum Place: Sendable {
    case size(digits: Int, value: Int)
    case sizeLineFeed(value: Int)
    case data(left: Int)
    case dataReturn
    case dataLineFeed
    case endReturn
    case endLineFeed
  }

  private let limit: Int
  private var total = 0
  private var place = Place.size(digits: 0, value: 0)

  init(limit: Int) {
    self.limit = limit
  }

  mutating func scan(_ bytes: Span<UInt8>) -> Verdict {
    var index = 0
    while index < bytes.count {
      if case .data(let left) = place {
        let taken = min(left, bytes.count - index)
        place = taken == left ? .dataReturn : .data(left: left - taken)
        index += taken
        continue
      }
      let byte = bytes[index]
      index += 1
      if case .endLineFeed = place, byte == UInt8(ascii: "\n") { return .complete(length: index) }
      guard let next = advance(byte) else {
        return .refused(.malformed("a chunk's framing is broken"))
      }
      if case .data(let size) = next {
        total += size
        if total > limit { return .refused(.bodyTooLarge(limit: limit)) }
      }
      place = next
    }
    return .incomplete
  }

  /// Where one byte of framing leads; nil if it must not stand there.
  private func advance(_ byte: UInt8) -> Place? {
    switch (place, byte) {
    case (.size(let digits, let value), _) where Self.hex(byte) != nil && digits < 8:
      return .size(digits: digits + 1, value: value << 4 | (Self.hex(byte) ?? 0))
    case (.size(let digits, let value), UInt8(ascii: "\r")) where digits > 0:
      return .sizeLineFeed(value: value)
    case (.sizeLineFeed(0), UInt8(ascii: "\n")): return .endReturn
    case (.sizeLineFeed(let value), UInt8(ascii: "\n")): return .data(left: value)
    case (.dataReturn, UInt8(ascii: "\r")): return .dataLineFeed
    case (.dataLineFeed, UInt8(ascii: "\n")): return .size(digits: 0, value: 0)
    case (.endReturn, UInt8(ascii: "\r")): return .endLineFeed
    default: return nil
    }
  }

  private static func hex(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(byte) - 0x61 + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(byte) - 0x41 + 10
    default: nil
    }
  }
}
