internal import MaruContract
internal import MaruXML

extension UnreadableBody {
  /// Says why a body is no XML, or not the promised value.
  ///
  /// Of the error, only what can't hold a word of the document is in the reason: its code, its line and
  /// column. Names of elements are the server's, too, and what an error expected may be one.
  init(_ error: XMLError, reading bytes: [UInt8]) {
    let form = XMLBodyForm(bytes)
    guard form == .markup else {
      self.init(form, cause: error)
      return
    }
    self.init(
      Self.code(error.code), reason: Self.reason(error), codingPath: error.codingPath, cause: error)
  }

  /// Says what a body is instead of XML.
  init(_ form: XMLBodyForm, cause: XMLError?) {
    let found =
      switch form {
      case .blank: "nothing but white space"
      case .html: "HTML"
      case .json: "JSON"
      case .markup, .other: "something else"
      }
    self.init(
      form == .blank ? .emptyBody : .unexpectedContent, reason: "expected XML, found \(found)",
      cause: cause)
  }

  private static func code(_ code: XMLError.Code) -> CallError.Code {
    switch code {
    case .notXML: .unexpectedContent
    case .unknownEncoding, .encodingConflict, .malformedBytes: .wrongCharset
    default: .undecodable
    }
  }

  private static func reason(_ error: XMLError) -> String {
    let place = error.position.map { " in line \($0.line), column \($0.column)" } ?? ""
    let what =
      switch error.code {
      case .notXML: "expected XML, found something else"
      case .unknownEncoding: "the document's encoding can't be read"
      case .encodingConflict, .malformedBytes:
        "the document is not in the encoding that the answer names"
      case .limitExceeded: "the document is beyond a limit of the decoder's"
      case .doctypeRefused: "the document has a type declaration, which the decoder refuses"
      case .notWellFormed, .undeclaredEntity, .undeclaredPrefix: "the document breaks XML's rules"
      case .unexpectedRoot: "the document has another root"
      default: "the document has not the promised value"
      }
    return "\(what) (\(error.code.rawValue)\(place))"
  }
}
