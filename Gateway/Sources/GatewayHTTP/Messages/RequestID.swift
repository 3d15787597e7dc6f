/// The name under which one request is found in the client's errors and the server's logs.
///
/// 1–128 characters of `A–Z a–z 0–9 . _ -`, so that it can stand in a log line, a file name or an
/// address as it is.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
  /// The name as it goes on the wire.
  public let rawValue: String

  /// Takes a client's name for its request; nil if it is too long or has other characters.
  public init?(_ rawValue: String) {
    guard (1...128).contains(rawValue.utf8.count), rawValue.utf8.allSatisfy(Self.isAllowed) else {
      return nil
    }
    self.rawValue = rawValue
  }

  /// Makes a name of 16 random bytes.
  public init(using generator: inout some RandomNumberGenerator) {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(32)
    for _ in 0..<2 {
      var word = generator.next()
      for _ in 0..<16 {
        text.append(digits[Int(word & 15)])
        word >>= 4
      }
    }
    rawValue = String(decoding: text, as: UTF8.self)
  }

  /// The name as it goes on the wire.
  public var description: String { rawValue }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
