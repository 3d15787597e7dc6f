/// An error of the document while it is read: with the place as a number, and not yet with its line.
struct XMLFault: Error {
  var code: XMLError.Code
  /// In the bytes that are read, not in the document's own.
  var offset: Int
  var expected: String
  var found: String

  init(
    _ code: XMLError.Code = .notWellFormed, at offset: Int, expected: String, found: String
  ) {
    self.code = code
    self.offset = offset
    self.expected = expected
    self.found = found
  }

  /// Something went beyond a limit.
  static func limit(_ what: String, _ limit: Int, at offset: Int) -> XMLFault {
    XMLFault(.limitExceeded, at: offset, expected: "at most \(limit) \(what)", found: "more")
  }

  /// A character that was not expected there.
  static func unexpected(_ bytes: ArraySlice<UInt8>, at offset: Int, expected: String) -> XMLFault {
    XMLFault(at: offset, expected: expected, found: name(of: bytes))
  }

  /// The first character for a message: as it is if it is printable ASCII, else its number.
  static func name(of bytes: ArraySlice<UInt8>) -> String {
    guard let byte = bytes.first else { return "the end of the document" }
    switch byte {
    case 0x27: return "\"'\""
    case 0x21...0x7E: return "'\(Character(Unicode.Scalar(byte)))'"
    case 0x20: return "a blank"
    case 0x0A: return "the end of the line"
    default:
      let digits = String(
        XMLCharacters.decode(bytes, at: bytes.startIndex).scalar, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }
}
