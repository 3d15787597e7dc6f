internal import Foundation
internal import MaruHTTP

/// A body as far as a capture has it.
struct CapturedBody: Sendable, Hashable {
  /// The media type that the capture names, as it was written.
  let type: String
  /// Its text, or the first 64 KiB; nil if the capture has none.
  let text: String?
  /// How many bytes it had by the capture's word; nil if it does not say.
  let declaredBytes: Int?
  /// By which two bodies can be compared; nil without text.
  let mark: UInt64?
  /// Type and subtype in small letters, without parameters.
  let essence: String
  /// The first fifteen bytes of the text behind white space, in small letters: what kind it is.
  let opening: String

  static let none = CapturedBody(type: "", text: nil, declaredBytes: nil, mark: nil)

  init(type: String, text: String?, declaredBytes: Int?, mark: UInt64?) {
    (self.type, self.text, self.declaredBytes, self.mark) = (type, text, declaredBytes, mark)
    essence = String(FieldSyntax.trimmed(type.prefix { $0 != ";" })).lowercased()
    opening = text.map(Self.opening) ?? ""
  }

  private static func opening(of text: String) -> String {
    let start = text.utf8.prefix(300).drop { $0 <= 0x20 }
    return String(
      decoding: start.prefix(15).map { $0 &- UInt8(ascii: "A") < 26 ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }

  var isHTML: Bool { opening.hasPrefix("<!doctype html") || opening.hasPrefix("<html") }
  /// Whether it looks like JSON.
  var isJSON: Bool {
    opening.utf8.first == UInt8(ascii: "{") || opening.utf8.first == UInt8(ascii: "[")
  }

  init(type: String, value: JSONValue?, encoding: String?, declaredBytes: Int?) {
    let size = declaredBytes.flatMap { $0 >= 0 ? $0 : nil }
    let isEncoded = encoding?.lowercased() == "base64"
    switch value {
    case .string(let text)? where isEncoded:
      let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
      self.init(
        type: type, text: bytes.flatMap { Self.readable($0) }, declaredBytes: size ?? bytes?.count,
        mark: Mark.of(text))
    case .string(let text)?:
      self.init(
        type: type, text: text, declaredBytes: size ?? text.utf8.count, mark: Mark.of(text))
    case .longString(let text, let bytes, let mark)?:
      self.init(
        type: type, text: isEncoded ? nil : text, declaredBytes: size ?? bytes, mark: mark)
    default: self.init(type: type, text: nil, declaredBytes: size, mark: nil)
    }
  }

  /// Bytes as a text, unless they are most likely none.
  private static func readable(_ bytes: Data) -> String? {
    guard !bytes.prefix(512).contains(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
