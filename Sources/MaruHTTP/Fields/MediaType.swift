/// A media type with its parameters (RFC 9110 §8.3.1).
public struct MediaType: Hashable, Sendable, CustomStringConvertible {
  /// The part before the slash, in lower case.
  public let type: String
  /// The part behind the slash, in lower case.
  public let subtype: String
  /// The parameters with names in lower case, in order; values keep their case.
  public let parameters: [Parameter]

  /// One parameter.
  public struct Parameter: Hashable, Sendable {
    /// The name, in lower case.
    public let name: String
    /// The value without its quotes.
    public let value: String
  }

  /// Reads a `Content-Type`; nil if it is none.
  public init?(_ text: String) {
    // It is written into a field again: a line's end in a quoted value would begin another one.
    guard FieldSyntax.isFieldValue(text) else { return nil }
    var pieces = Self.split(text)
    let essence = pieces.removeFirst().split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard essence.count == 2 else { return nil }
    let type = FieldSyntax.trimmed(essence[0])
    let subtype = FieldSyntax.trimmed(essence[1])
    guard FieldSyntax.isToken(type), FieldSyntax.isToken(subtype) else { return nil }
    self.type = type.lowercased()
    self.subtype = subtype.lowercased()
    var parameters: [Parameter] = []
    for piece in pieces {
      let piece = FieldSyntax.trimmed(piece)
      // RFC 9110 §5.6.6: empty parameters are passed over.
      guard !piece.isEmpty else { continue }
      guard let equals = piece.firstIndex(of: "="), FieldSyntax.isToken(piece[..<equals]) else {
        return nil
      }
      let value = Self.unquoted(piece[piece.index(after: equals)...])
      parameters.append(Parameter(name: piece[..<equals].lowercased(), value: value))
    }
    self.parameters = parameters
  }

  private init(type: String, subtype: String, parameters: [Parameter] = []) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }

  /// `application/json` (RFC 8259).
  public static let json = MediaType(type: "application", subtype: "json")
  /// `application/problem+json` (RFC 9457).
  public static let problem = MediaType(type: "application", subtype: "problem+json")
  /// `application/xml` (RFC 7303 §9.1).
  public static let xml = MediaType(type: "application", subtype: "xml")
  /// `text/xml`, which says the same (RFC 7303 §9.2).
  public static let textXML = MediaType(type: "text", subtype: "xml")
  /// `application/octet-stream`.
  public static let bytes = MediaType(type: "application", subtype: "octet-stream")
  /// `text/plain; charset=utf-8`.
  public static let text = MediaType(
    type: "text", subtype: "plain", parameters: [Parameter(name: "charset", value: "utf-8")])
  /// `application/x-www-form-urlencoded`.
  public static let form = MediaType(type: "application", subtype: "x-www-form-urlencoded")

  /// Type and subtype without parameters.
  public var essence: String { "\(type)/\(subtype)" }

  /// The character encoding that the message names, in lower case.
  public var charset: String? {
    parameters.first { $0.name == "charset" }?.value.lowercased()
  }

  /// Whether it is JSON by name or by structured suffix (RFC 6839 §3.1).
  public var isJSON: Bool {
    (type == "application" || type == "text") && subtype == "json" || subtype.hasSuffix("+json")
  }

  /// Whether it is XML by name or by structured suffix (RFC 7303 §9; RFC 6839 §3.2 registers the suffix).
  public var isXML: Bool {
    (type == "application" || type == "text") && subtype == "xml" || subtype.hasSuffix("+xml")
  }

  /// Whether the types are the same, whatever their parameters.
  public func matches(_ other: MediaType) -> Bool {
    type == other.type && subtype == other.subtype
  }

  /// The type as it goes on the wire.
  public var description: String {
    parameters.reduce(into: essence) { text, parameter in
      let value = parameter.value
      text +=
        FieldSyntax.isToken(value)
        ? "; \(parameter.name)=\(value)"
        : "; \(parameter.name)=\"\(value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
  }

  /// Splits at semicolons that stand outside quotes.
  private static func split(_ text: String) -> [Substring] {
    var pieces: [Substring] = []
    var start = text.startIndex
    var quoted = false
    var escaped = false
    for index in text.indices {
      let character = text[index]
      if escaped {
        escaped = false
      } else if quoted, character == "\\" {
        escaped = true
      } else if character == "\"" {
        quoted.toggle()
      } else if character == ";", !quoted {
        pieces.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    pieces.append(text[start...])
    return pieces
  }

  private static func unquoted(_ value: Substring) -> String {
    guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
    var result = ""
    var escaped = false
    for character in value.dropFirst().dropLast() {
      if !escaped, character == "\\" {
        escaped = true
      } else {
        result.append(character)
        escaped = false
      }
    }
    return result
  }
}
