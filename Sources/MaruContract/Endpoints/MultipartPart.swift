public import Foundation
public import MaruHTTP

/// One part of a `multipart/form-data` body (RFC 7578 §4).
public struct MultipartPart: Sendable {
  enum Content: Sendable {
    case bytes([UInt8])
    case file(URL)
  }

  let name: String
  let fileName: String?
  let mediaType: MediaType?
  let content: Content

  /// A text, as a form's field sends it: in UTF-8, without a type of its own.
  public static func field(_ name: String, _ text: String) -> MultipartPart {
    MultipartPart(name: name, fileName: nil, mediaType: nil, content: .bytes(Array(text.utf8)))
  }

  /// Bytes that are here; `fileName` is what the server may call them, nil: they are no file.
  public static func bytes(
    _ name: String, _ bytes: Data, fileName: String? = nil, as mediaType: MediaType
  ) -> MultipartPart {
    MultipartPart(
      name: name, fileName: fileName, mediaType: mediaType, content: .bytes(Array(bytes)))
  }

  /// A file, read while it is sent; see ``EndpointBody/file(_:as:)``.
  ///
  /// `fileName` is what the server may call it; nil: as it is called here, without its folders,
  /// letters put together (NFC).
  public static func file(
    _ name: String, _ file: URL, fileName: String? = nil, as mediaType: MediaType
  ) -> MultipartPart {
    MultipartPart(
      name: name,
      fileName: fileName ?? file.lastPathComponent.precomposedStringWithCanonicalMapping,
      mediaType: mediaType, content: .file(file))
  }

  /// The part's head, with the empty line behind it.
  var head: [UInt8] {
    var text = "Content-Disposition: form-data; name=\"\(Self.escaped(name))\""
    if let fileName { text += "; filename=\"\(Self.escaped(fileName))\"" }
    if let mediaType { text += "\r\nContent-Type: \(mediaType)" }
    return Array((text + "\r\n\r\n").utf8)
  }

  /// What would end the quotes or the line is percent-encoded, the rest is UTF-8 as it is: the one
  /// way that browsers and servers agree on (RFC 7578 §4.2, WHATWG HTML §4.10.21.8). `filename*`
  /// must not be used here.
  private static func escaped(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result.append(contentsOf: "%22".unicodeScalars)
      case "\r": result.append(contentsOf: "%0D".unicodeScalars)
      case "\n": result.append(contentsOf: "%0A".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

extension MultipartPart: CustomStringConvertible, CustomReflectable {
  /// That it is a part; never what is in it.
  public var description: String { "a part of a form" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["part": description]) }
}

/// Lists the parts of a form, one below the other, with `if` and `for`.
@resultBuilder
public enum MultipartBuilder {
  /// One part.
  public static func buildExpression(_ part: MultipartPart) -> [MultipartPart] { [part] }
  /// Parts that were listed elsewhere.
  public static func buildExpression(_ parts: [MultipartPart]) -> [MultipartPart] { parts }
  /// All of them, in order.
  public static func buildBlock(_ parts: [MultipartPart]...) -> [MultipartPart] {
    Array(parts.joined())
  }
  /// Those of a loop.
  public static func buildArray(_ parts: [[MultipartPart]]) -> [MultipartPart] {
    Array(parts.joined())
  }
  /// Those of an `if`.
  public static func buildOptional(_ parts: [MultipartPart]?) -> [MultipartPart] { parts ?? [] }
  /// Those of an `if` with an `else`.
  public static func buildEither(first parts: [MultipartPart]) -> [MultipartPart] { parts }
  /// Those of an `else`.
  public static func buildEither(second parts: [MultipartPart]) -> [MultipartPart] { parts }
}
