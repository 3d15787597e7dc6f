/// A number for a run of bytes, for tables of names.
///
/// It starts from a value that is drawn once in a process, so that nobody can prepare a document
/// whose names all fall into one place. What is read never depends on it.
struct XMLNameHash: Sendable {
  private let first: UInt64
  private let second: UInt64

  static let shared = XMLNameHash()

  private init() {
    first = Self.draw(1)
    second = Self.draw(2)
  }

  private static func draw(_ number: Int) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(number)
    return UInt64(truncatingIfNeeded: hasher.finalize()) | 1
  }

  /// The first sixteen bytes of a name, zeros behind its end, and the number for all of it.
  struct Key: BitwiseCopyable {
    var low: UInt64
    var high: UInt64
    var hash: UInt64
  }

  @inline(__always)
  func key(_ window: XMLWindow, at start: Int, length: Int) -> Key {
    let low = window.word(at: start) & Self.mask(min(length, 8))
    guard length > 8 else {
      return Key(low: low, high: 0, hash: mix(low ^ first, second ^ UInt64(length)))
    }
    let high = window.word(at: start + 8) & Self.mask(min(length - 8, 8))
    var hash = mix(low ^ first, high ^ second ^ UInt64(length))
    var done = 16
    while done < length {
      let word = window.word(at: start + done) & Self.mask(min(length - done, 8))
      hash = mix(hash ^ word, second)
      done += 8
    }
    return Key(low: low, high: high, hash: hash)
  }

  /// The number for a name in a namespace.
  func hash(_ key: Key, in namespace: UInt32) -> UInt64 {
    mix(key.hash ^ first, second &+ UInt64(namespace) &* 0x9E37_79B9_7F4A_7C15)
  }

  /// Ones in the lowest bytes, one to eight of them.
  @inline(__always)
  static func mask(_ bytes: Int) -> UInt64 { ~0 &>> UInt64(truncatingIfNeeded: 64 &- 8 &* bytes) }

  @inline(__always)
  private func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}
