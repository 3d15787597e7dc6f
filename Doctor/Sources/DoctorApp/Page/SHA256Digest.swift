/// A SHA-256 digest (FIPS 180-4 §6.2), for the page's policy: it names its script and style by them.
///
/// Not for secrets: it takes a time that depends on the length alone, and wipes nothing.
struct SHA256Digest: Hashable, Sendable {
  let bytes: [UInt8]

  init(of message: some Collection<UInt8>) {
    var padded = Array(message)
    let bits = UInt64(padded.count) * 8
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    for block in stride(from: 0, to: padded.count, by: 64) {
      Self.mix(padded[block..<(block + 64)], into: &state)
    }
    bytes = state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words: [UInt32] = []
    words.reserveCapacity(64)
    for start in stride(from: block.startIndex, to: block.endIndex, by: 4) {
      words.append(block[start..<(start + 4)].reduce(0) { $0 << 8 | UInt32($1) })
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let first = turn(early, 7) ^ turn(early, 18) ^ (early >> 3)
      let second = turn(late, 17) ^ turn(late, 19) ^ (late >> 10)
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var now = state
    for index in 0..<64 {
      let choice = (now[4] & now[5]) ^ (~now[4] & now[6])
      let rise = turn(now[4], 6) ^ turn(now[4], 11) ^ turn(now[4], 25)
      let one = now[7] &+ rise &+ choice &+ constants[index] &+ words[index]
      let majority = (now[0] & now[1]) ^ (now[0] & now[2]) ^ (now[1] & now[2])
      let fall = turn(now[0], 2) ^ turn(now[0], 13) ^ turn(now[0], 22)
      now = [
        one &+ fall &+ majority, now[0], now[1], now[2], now[3] &+ one, now[4], now[5], now[6],
      ]
    }
    for index in 0..<8 { state[index] &+= now[index] }
  }

  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// FIPS 180-4 §4.2.2: the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes.map { cubeRootFraction($0) }
  }()

  /// The first 32 bits behind the point of a cube root: the greatest r with r³ ≤ n·2⁹⁶, without its whole.
  private static func cubeRootFraction(_ number: Int) -> UInt32 {
    let target = UInt128(number) << 96
    var root: UInt128 = 0
    for bit in stride(from: 35, through: 0, by: -1) {
      let next = root | UInt128(1) << UInt128(bit)
      if next * next * next <= target { root = next }
    }
    return UInt32(truncatingIfNeeded: root)
  }

  /// As a policy names it (CSP3 §2.3.1): `'sha256-…'`.
  var source: String { "'sha256-\(Self.base64(bytes))'" }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(0) { $0 << 8 | Int($1) } << ((3 - group.count) * 8)
      for place in 0..<4 {
        text += place <= group.count ? String(letters[word >> (18 - place * 6) & 63]) : "="
      }
    }
    return text
  }
}
