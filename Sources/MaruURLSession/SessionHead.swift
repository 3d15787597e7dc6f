package import MaruContract
package import MaruHTTP

/// Takes a response's head as URLSession has read it, and refuses what is no HTTP.
///
/// URLSession gives the fields without their order and folds repeated ones into one with commas.
/// They come out sorted by name; `Set-Cookie` is unfolded, since its dates hold commas themselves.
package struct SessionHead: Hashable {
  /// What is wrong with a head.
  package enum Problem: Error, Hashable {
    /// It has more bytes than allowed.
    case tooLarge
    /// It is no HTTP, for this reason.
    case malformed(String)
  }

  /// How the body behind the head is framed.
  package struct Framing: Hashable, Sendable {
    /// What `Content-Length` says, unless chunks overrule it.
    package var contentLength: Int?
    /// Whether the body was compressed.
    package var isEncoded = false
    /// Whether there can be no body, whatever the length says (RFC 9112 §6.3).
    package var isBodyless = false
  }

  /// The head.
  package let response: TransportResponse
  /// How the body is framed.
  package let framing: Framing

  /// Takes a head over.
  ///
  /// - Parameters:
  ///   - status: the status code.
  ///   - fields: names and values.
  ///   - method: what was asked.
  ///   - maximumBytes: how large it may be; judged once it is whole, for URLSession tells no sooner.
  package init(
    status: Int, fields: [(String, String)], method: RequestMethod, maximumBytes: Int
  ) throws(Problem) {
    guard Self.bytes(fields) <= maximumBytes else { throw .tooLarge }
    guard (200...599).contains(status) else { throw .malformed("the status has no meaning") }
    var headers = HeaderFields()
    headers.reserveCapacity(fields.count)
    let sorted = fields.sorted { ($0.0.lowercased(), $0.0) < ($1.0.lowercased(), $1.0) }
    for (text, value) in sorted {
      guard let name = HeaderName(text) else { throw .malformed("a field's name is no token") }
      do {
        for value in name == .setCookie ? Self.unfolded(value) : [value] {
          try headers.append(value, for: name)
        }
      } catch {
        throw .malformed("a field's value holds a control character")
      }
    }
    var framing = Framing()
    framing.isEncoded = headers[.contentEncoding].map { $0.lowercased() != "identity" } ?? false
    framing.isBodyless = method == .head || status == 204 || status == 304
    if !headers.contains(.transferEncoding) {
      framing.contentLength = try Self.length(headers[.contentLength])
    }
    response = TransportResponse(status: status, headers: headers)
    self.framing = framing
  }

  /// How many bytes a status line and these fields take at least.
  package static func bytes(_ fields: [(String, String)]) -> Int {
    fields.reduce(17) { $0 + $1.0.utf8.count + $1.1.utf8.count + 4 }
  }

  /// RFC 9110 §8.6: all lengths that a message names must be the same number.
  private static func length(_ text: String?) throws(Problem) -> Int? {
    guard let text else { return nil }
    var length: Int?
    for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
      let digits = piece.drop { $0 == " " || $0 == "\t" }
      guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }),
        let value = Int(digits)
      else { throw .malformed("the content length is no number") }
      if let length, length != value { throw .malformed("two content lengths differ") }
      length = value
    }
    return length
  }

  /// Cuts where a comma is followed by `name=`.
  ///
  /// RFC 6265 §4.1.1: a cookie's value holds no comma, and a date's comma is not followed by a name.
  /// A value with a comma, which is none, may be cut in two.
  static func unfolded(_ value: String) -> [String] {
    var cookies: [String] = []
    var rest = value[...]
    var from = rest.startIndex
    while let comma = rest[from...].firstIndex(of: ",") {
      let behind = rest[rest.index(after: comma)...].drop { $0 == " " }
      let name = behind.prefix { $0 != "=" && $0 != ";" && $0 != "," && $0 != " " }
      if !name.isEmpty, behind[name.endIndex...].first == "=" {
        cookies.append(String(rest[..<comma]))
        rest = behind
        from = behind.startIndex
      } else {
        from = rest.index(after: comma)
      }
    }
    return cookies + [String(rest)]
  }
}
