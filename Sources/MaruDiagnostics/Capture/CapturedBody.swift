internal import Foundation

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

  static let none = CapturedBody(type: "", text: nil, declaredBytes: nil, mark: nil)

  init(type: String, text: String?, declaredBytes: Int?, mark: UInt64?) {
    (self.type, self.text, self.declaredBytes, self.mark) = (type, text, declaredBytes, mark)
  }

  init(type: String, value: JSONValue?, encoding: String?, declaredBytes: Int?) {
    self.type = type
    let size = declaredBytes.flatMap { $0 >= 0 ? $0 : nil }
    switch value {
    case .string(let text)?:
      if encoding?.lowercased() == "base64" {
        let bytes = Data(base64Encoded: text, options: .ignoreUnknownCharacters)
        self.text = bytes.flatMap { Self.readable($0) }
        self.declaredBytes = size ?? bytes?.count
      } else {
        self.text = text
        self.declaredBytes = size ?? text.utf8.count
      }
      mark = Mark.of(text)
    case .longString(let text, let bytes, let mark)?:
      self.text = encoding?.lowercased() == "base64" ? nil : text
      self.declaredBytes = size ?? bytes
      self.mark = mark
    default:
      (text, mark, self.declaredBytes) = (nil, nil, size)
    }
  }

  /// Bytes as a text, unless they are most likely none.
  private static func readable(_ bytes: Data) -> String? {
    guard !bytes.prefix(512).contains(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Type and subtype in small letters, without parameters.
  var essence: String {
    type.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
  }

  var isEmpty: Bool { (text ?? "").isEmpty && (declaredBytes ?? 0) == 0 }
}
