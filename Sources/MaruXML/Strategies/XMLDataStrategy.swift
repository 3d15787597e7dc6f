#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// How `Data` is written.
@nonexhaustive
public enum XMLDataStrategy: Sendable {
  /// Base64; white space in it is passed over when reading (XML Schema part 2, §3.2.16).
  case base64
  /// Two hexadecimal digits for each byte, of either case; written in upper case (§3.2.15).
  case hexadecimal
  /// As the app says.
  case custom(
    read: @Sendable (String) throws -> Data, write: @Sendable (Data) throws -> String)
}

extension XMLDataStrategy {
  /// The bytes; nil if the text is none of the kind.
  func data(_ text: String) throws -> Data? {
    switch self {
    case .base64: Data(base64Encoded: String(text.unicodeScalars.filter { !Self.isSpace($0) }))
    case .hexadecimal: Self.hexadecimal(text)
    case .custom(let read, _): try read(text)
    }
  }

  func text(_ data: Data) throws -> String {
    switch self {
    case .base64: return data.base64EncodedString()
    case .hexadecimal:
      let digits = Array("0123456789ABCDEF".utf8)
      var text: [UInt8] = []
      text.reserveCapacity(data.count * 2)
      for byte in data {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 15)])
      }
      return String(decoding: text, as: UTF8.self)
    case .custom(_, let write): return try write(data)
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r"
  }

  private static func hexadecimal(_ text: String) -> Data? {
    let digits = text.unicodeScalars.filter { !isSpace($0) }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var data = Data()
    data.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard digit.isASCII, let value = Character(digit).hexDigitValue else { return nil }
      if let first = high {
        data.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    return data
  }
}
