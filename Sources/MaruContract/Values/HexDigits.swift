/// Random bits as text.
enum HexDigits {
  /// 128 random bits as 32 lower-case hexadecimal digits.
  static func of128Bits(_ random: some RandomSource) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(32)
    for _ in 0..<2 {
      var word = random.next()
      for _ in 0..<16 {
        let digit = UInt8(truncatingIfNeeded: word & 15)
        text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        word >>= 4
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
