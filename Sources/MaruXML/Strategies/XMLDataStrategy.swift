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
    case .base64: Data(base64Encoded: Data(Self.withoutSpace(text)))
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

  private static func withoutSpace(_ text: String) -> [UInt8] {
    text.utf8.filter { !XMLCharacters.isSpace($0) }
  }

  private static func hexadecimal(_ text: String) -> Data? {
    let digits = withoutSpace(text)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var data = Data()
    data.reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = XMLReferences.digit(digits[index], isHexadecimal: true),
        let low = XMLReferences.digit(digits[index + 1], isHexadecimal: true)
      else { return nil }
      data.append(UInt8(high << 4 | low))
    }
    return data
  }
}
