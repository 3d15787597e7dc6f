internal import MaruHTTP

/// The path and query of a request, taken apart.
public struct RequestTarget: Hashable, Sendable {
  /// The target as it came: an absolute path and perhaps a query.
  public let rawValue: String

  /// Takes a target that begins with a slash; nil for any other form (RFC 9112 §3.2.1).
  public init?(_ rawValue: String) {
    guard rawValue.utf8.first == UInt8(ascii: "/") else { return nil }
    self.rawValue = rawValue
  }

  /// The part before the question mark, still encoded.
  public var path: Substring { rawValue.prefix { $0 != "?" } }

  /// The path's pieces, each decoded by itself, so that an encoded slash stays inside its piece;
  /// nil if one has a broken percent triplet or is no UTF-8.
  public var segments: [String]? {
    var decoded: [String] = []
    for piece in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard let text = PercentEncoding.decode(piece) else { return nil }
      decoded.append(text)
    }
    return decoded
  }

  /// Whether something is behind the path.
  package var hasQuery: Bool { rawValue.utf8.contains(UInt8(ascii: "?")) }

  /// The query's names and values; nil if it has a broken percent triplet or is no UTF-8.
  public var query: FormFields? {
    // Without a question mark nothing is left behind the path, and an empty text has no fields.
    FormFields(encoded: rawValue[path.endIndex...].dropFirst())
  }
}
