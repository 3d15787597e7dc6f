/// The little of gzip that a suite needs to send (RFC 1951, RFC 1952).
enum ContractGzip {
  /// Bytes packed without being made smaller.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result = header
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      // RFC 1951 §3.2.4: the last block's flag, type 0, then the length and its complement.
      result.append(rest.isEmpty ? 1 : 0)
      result += little(UInt32(block.count), bytes: 2)
      result += little(~UInt32(block.count), bytes: 2)
      result += block
    } while !rest.isEmpty
    return result + little(checksum(bytes), bytes: 4) + little(UInt32(bytes.count), bytes: 4)
  }

  /// So many `x`, packed 158 times smaller: no bomb of a lifetime, but over the limit of 100.
  static func repeated(_ count: Int) -> [UInt8] {
    var bits = BitWriter()
    // RFC 1951 §3.2.6, fixed codes: last block, type 1.
    bits.append(0b1, count: 1)
    bits.append(0b01, count: 2)
    var left = count
    func literal() {
      bits.appendCode(0b0011_0000 + UInt32(UInt8(ascii: "x")), count: 8)
      left -= 1
    }
    if left > 0 { literal() }
    while left >= 258 {
      // Length 258 (code 285) from one byte before (code 0).
      bits.appendCode(0b1100_0101, count: 8)
      bits.appendCode(0, count: 5)
      left -= 258
    }
    while left > 0 { literal() }
    bits.appendCode(0, count: 7)
    // Nobody is to come to the end of a large one.
    let sum = count > 1 << 20 ? 0 : checksum([UInt8](repeating: UInt8(ascii: "x"), count: count))
    return header + bits.bytes + little(sum, bytes: 4) + little(UInt32(count), bytes: 4)
  }

  /// Deflate, no flags, no time, no system (RFC 1952 §2.3).
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  private static func little(_ value: UInt32, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt32($0 * 8)) }
  }

  /// RFC 1952 §8.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var table = [UInt32](repeating: 0, count: 256)
    for index in 0..<256 {
      var value = UInt32(index)
      for _ in 0..<8 {
        let half = value >> 1
        value = value & 1 == 1 ? 0xEDB8_8320 ^ half : half
      }
      table[index] = value
    }
    var sum: UInt32 = ~0
    for byte in bytes {
      let index = Int((sum ^ UInt32(byte)) & 255)
      sum = table[index] ^ (sum >> 8)
    }
    return ~sum
  }

  private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var used = 0

    /// Appends bits, the lowest first (RFC 1951 §3.1.1).
    mutating func append(_ value: UInt32, count: Int) {
      for bit in 0..<count {
        if used % 8 == 0 { bytes.append(0) }
        bytes[bytes.count - 1] |= UInt8((value >> UInt32(bit)) & 1) << UInt8(used % 8)
        used += 1
      }
    }

    /// Appends a code of a Huffman tree, the highest bit first.
    mutating func appendCode(_ value: UInt32, count: Int) {
      for bit in (0..<count).reversed() { append(value >> UInt32(bit) & 1, count: 1) }
    }
  }
}
