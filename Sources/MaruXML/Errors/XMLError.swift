/// Why a document could not be read, decoded or written.
///
/// The description tells what was expected and found in the words of XML and names of elements; it
/// never quotes the document's text. That is in ``excerpt``, for whoever asks.
public struct XMLError: Error, Sendable {
  /// What went wrong; stable.
  public let code: Code
  /// Where in the document; nil if there is no document, as when encoding.
  public let position: XMLPosition?
  /// What would have been right.
  public let expected: String
  /// What was there instead, without the document's text.
  public let found: String
  /// Where in the value that is decoded or encoded; empty for an error of the document itself.
  public let codingPath: [any CodingKey]
  private let quoted: Quoted

  /// Some of the document's text at the position, or the value that did not fit. It may be private:
  /// it is neither in the description nor in a dump.
  public var excerpt: String? { quoted.text }

  /// Makes an error; for types that decode themselves, too.
  public init(
    _ code: Code, at position: XMLPosition? = nil, expected: String, found: String,
    excerpt: String? = nil, codingPath: [any CodingKey] = []
  ) {
    self.code = code
    self.position = position
    self.expected = expected
    self.found = found
    self.codingPath = codingPath
    quoted = Quoted(text: excerpt)
  }

  /// Holds text that must not show up in a dump.
  private struct Quoted: Sendable, CustomReflectable, CustomStringConvertible {
    let text: String?
    var description: String { "…" }
    var customMirror: Mirror { Mirror(self, children: []) }
  }
}

extension XMLError {
  /// What can go wrong. More may come.
  @nonexhaustive
  public enum Code: String, Sendable, Hashable {
    // Reading.
    /// The document breaks a rule of XML or of its namespaces.
    case notWellFormed = "xml.not-well-formed"
    /// Not XML at all: nothing, HTML, JSON.
    case notXML = "xml.not-xml"
    /// Bytes that mean nothing in the document's encoding.
    case malformedBytes = "xml.malformed-bytes"
    /// An encoding that is not known here.
    case unknownEncoding = "xml.unknown-encoding"
    /// The byte order mark and the declaration name different encodings.
    case encodingConflict = "xml.encoding-conflict"
    /// A document type declaration, where the policy has none.
    case doctypeRefused = "xml.doctype-refused"
    /// An entity that is not declared, or not known under the policy.
    case undeclaredEntity = "xml.undeclared-entity"
    /// A prefix that stands for no namespace.
    case undeclaredPrefix = "xml.undeclared-prefix"
    /// More than a limit allows.
    case limitExceeded = "xml.limit-exceeded"

    // Decoding.
    /// The root has another name.
    case unexpectedRoot = "xml.unexpected-root"
    /// The text or the element's form does not fit the type.
    case typeMismatch = "xml.type-mismatch"
    /// No element and no attribute of that name.
    case keyNotFound = "xml.key-not-found"
    /// An element without a value where one is needed.
    case valueNotFound = "xml.value-not-found"
    /// Two elements for one value.
    case repeatedElement = "xml.repeated-element"
    /// The type itself refused the value.
    case invalidValue = "xml.invalid-value"

    // Encoding.
    /// A value that XML can't hold, such as U+0001, or a name that is none.
    case unwritable = "xml.unwritable"
  }
}

extension XMLError: CustomStringConvertible {
  /// The code, what was expected and found, and where.
  public var description: String {
    var text = "\(code.rawValue): expected \(expected), found \(found)"
    if let position { text += ", at \(position)" }
    if !codingPath.isEmpty {
      text += ", for \(XMLError.describe(codingPath))"
    }
    return text
  }

  /// `mid.inner[1].n`.
  package static func describe(_ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
    return text
  }
}
