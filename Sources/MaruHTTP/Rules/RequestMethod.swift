/// What a request asks of a resource.
///
/// Any token is allowed; the registered ones are static members. Two methods are the same only if
/// their spelling is (RFC 9110 §9.1: methods are case-sensitive).
public struct RequestMethod: Hashable, Sendable, CustomStringConvertible {
  /// The method as it goes on the wire.
  public let rawValue: String

  /// Makes a method of any token; nil if `rawValue` is no token (RFC 9110 §5.6.2).
  public init?(_ rawValue: String) {
    guard FieldSyntax.isToken(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  private init(known rawValue: String) {
    self.rawValue = rawValue
  }

  /// Reads a resource.
  public static let get = RequestMethod(known: "GET")
  /// Reads a resource's head.
  public static let head = RequestMethod(known: "HEAD")
  /// Asks what a resource can do.
  public static let options = RequestMethod(known: "OPTIONS")
  /// Has a resource process the body; not idempotent.
  public static let post = RequestMethod(known: "POST")
  /// Replaces a resource.
  public static let put = RequestMethod(known: "PUT")
  /// Changes parts of a resource; not idempotent (RFC 5789 §2).
  public static let patch = RequestMethod(known: "PATCH")
  /// Removes a resource.
  public static let delete = RequestMethod(known: "DELETE")

  /// Whether the method only reads (RFC 9110 §9.2.1).
  public var isSafe: Bool {
    self == .get || self == .head || self == .options || rawValue == "TRACE"
  }

  /// Whether doing it twice leaves the server as doing it once (RFC 9110 §9.2.2).
  public var isIdempotent: Bool {
    isSafe || self == .put || self == .delete
  }

  /// The method as it goes on the wire.
  public var description: String { rawValue }
}
