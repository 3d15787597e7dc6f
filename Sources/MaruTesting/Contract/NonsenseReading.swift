/// Reads an answer as patiently as libcurl 7.88 does (lib/http.c, lib/http_chunks.c), and tells of
/// which kinds its nonsense is.
///
/// Patient where RFC 9112 is not: nobody looks at the names and values of most fields. What is refused
/// in the end may be told to be of a kind.
struct NonsenseReading {
  private var rest: ArraySlice<UInt8>

  /// The kinds of what is sent before a connection is closed, or before it is broken or kept.
  static func kinds(of bytes: [UInt8], isClosed: Bool) -> Set<ContractNonsense> {
    var reading = NonsenseReading(rest: bytes[...])
    switch reading.head() {
    case .refused: return []
    case .unfinished: return isClosed ? [.unfinishedHead] : []
    case .halfEmptyLine: return [.halfEmptyLine]
    case .nullLine: return [.nullLine]
    case .otherVersion: return [.otherVersion]
    case .whole(let isChunked): return isChunked && reading.hasTrailers() ? [.trailers] : []
    }
  }

  private enum Reading {
    /// Not even a line of a head, or something that every client refuses.
    case refused
    case unfinished
    case halfEmptyLine
    case nullLine
    case otherVersion
    case whole(isChunked: Bool)
  }

  /// Reads the last head: interim ones (RFC 9110 §15.2) come before it.
  private mutating func head() -> Reading {
    while let first = line() {
      guard String(decoding: first.prefix(5), as: UTF8.self).lowercased() == "http/" else {
        return .refused
      }
      if Self.isOtherVersion(first.dropFirst(5)) { return .otherVersion }
      var isChunked = false
      var isRefused = !Self.isText(first)
      while true {
        // libcurl lets go of what has come with it, which may be the head's end.
        if !isRefused, rest.first == 0 { return .nullLine }
        guard let field = self.line() else { return isRefused ? .refused : .unfinished }
        isRefused = isRefused || !Self.isText(field)
        if Self.isEmpty(field) { break }
        // What begins as an empty line is one for libcurl.
        if field.first == UInt8(ascii: "\r") { return isRefused ? .refused : .halfEmptyLine }
        let text = String(decoding: field, as: UTF8.self).lowercased()
        if text.hasPrefix("transfer-encoding:"), text.contains("chunked") { isChunked = true }
      }
      if isRefused { return .refused }
      let status = first.drop { $0 != UInt8(ascii: " ") }.drop { $0 == UInt8(ascii: " ") }
      // 101 hands the connection over: what follows is no head.
      if status.first != UInt8(ascii: "1") || status.starts(with: "101".utf8) {
        return .whole(isChunked: isChunked)
      }
    }
    return .refused
  }

  /// Whether libcurl takes what follows `HTTP/` for a version that has no minor one: 2 or 3.
  private static func isOtherVersion(_ version: ArraySlice<UInt8>) -> Bool {
    let version = Array(version.prefix(3))
    guard let major = version.first, "23".utf8.contains(major), version.count > 1 else {
      return false
    }
    let hasMinor = version.count > 2 && version[1] == UInt8(ascii: ".")
    return !hasMinor || !("0"..."9").contains(Character(UnicodeScalar(version[2])))
  }

  /// Reads chunks to the last one, and looks for a line behind it, whether more follows or not.
  private mutating func hasTrailers() -> Bool {
    while let line = line() {
      let digits = line.prefix { Character(UnicodeScalar($0)).isHexDigit }
      guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else { return false }
      if size == 0 {
        guard let first = self.line() else { return false }
        return !Self.isEmpty(first)
      }
      guard size <= rest.count else { return false }
      rest = rest.dropFirst(size)
      guard let end = self.line(), end.allSatisfy({ $0 == UInt8(ascii: "\r") }) else {
        return false
      }
    }
    return false
  }

  /// The next line without its line feed; nil if none ends.
  private mutating func line() -> ArraySlice<UInt8>? {
    guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }

  /// Whether nothing stands in a line.
  private static func isEmpty(_ line: ArraySlice<UInt8>) -> Bool {
    line.isEmpty || line.elementsEqual("\r".utf8)
  }

  /// Whether it can be read as text, and ends as RFC 9112 §2.2 says: URLSession refuses the rest.
  private static func isText(_ line: ArraySlice<UInt8>) -> Bool {
    line.last == UInt8(ascii: "\r") && String(validating: line, as: UTF8.self) != nil
  }
}
