/// The name of a header field; compared without regard to case (RFC 9110 §5.1).
public struct HeaderName: Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name as it was written.
  public let rawValue: String
  /// The name that is compared, in lower case.
  let folded: String

  /// Makes a name of any token; nil if `rawValue` is none.
  public init?(_ rawValue: String) {
    guard FieldSyntax.isToken(rawValue) else { return nil }
    self.init(unchecked: rawValue)
  }

  /// Makes a name of a literal in the source; traps if it is no token, which is a mistake there.
  public init(stringLiteral value: String) {
    precondition(FieldSyntax.isToken(value), "'\(value)' is no header field name")
    self.init(unchecked: value)
  }

  /// For names that a parser has checked already.
  package init(unchecked rawValue: String) {
    self.rawValue = rawValue
    let hasUpper = rawValue.utf8.contains { $0 &- UInt8(ascii: "A") < 26 }
    self.folded = hasUpper ? rawValue.lowercased() : rawValue
  }

  /// The name as it was written.
  public var description: String { rawValue }
}

extension HeaderName: Hashable {
  /// Whether both name the same field.
  public static func == (one: HeaderName, other: HeaderName) -> Bool { one.folded == other.folded }
  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension HeaderName {
  /// `Accept`.
  public static let accept: HeaderName = "Accept"
  /// `Accept-Encoding`.
  public static let acceptEncoding: HeaderName = "Accept-Encoding"
  /// `Accept-Language`.
  public static let acceptLanguage: HeaderName = "Accept-Language"
  /// `Allow`.
  public static let allow: HeaderName = "Allow"
  /// `Authorization`.
  public static let authorization: HeaderName = "Authorization"
  /// `Cache-Control`.
  public static let cacheControl: HeaderName = "Cache-Control"
  /// `Connection`.
  public static let connection: HeaderName = "Connection"
  /// `Content-Encoding`.
  public static let contentEncoding: HeaderName = "Content-Encoding"
  /// `Content-Length`.
  public static let contentLength: HeaderName = "Content-Length"
  /// `Content-Type`.
  public static let contentType: HeaderName = "Content-Type"
  /// `Cookie`.
  public static let cookie: HeaderName = "Cookie"
  /// `Date`.
  public static let date: HeaderName = "Date"
  /// `ETag`.
  public static let eTag: HeaderName = "ETag"
  /// `Host`.
  public static let host: HeaderName = "Host"
  /// `Idempotency-Key`.
  public static let idempotencyKey: HeaderName = "Idempotency-Key"
  /// `Location`.
  public static let location: HeaderName = "Location"
  /// `Proxy-Authorization`.
  public static let proxyAuthorization: HeaderName = "Proxy-Authorization"
  /// `Retry-After`.
  public static let retryAfter: HeaderName = "Retry-After"
  /// `Set-Cookie`.
  public static let setCookie: HeaderName = "Set-Cookie"
  /// `traceparent`.
  public static let traceParent: HeaderName = "traceparent"
  /// `Transfer-Encoding`.
  public static let transferEncoding: HeaderName = "Transfer-Encoding"
  /// `User-Agent`.
  public static let userAgent: HeaderName = "User-Agent"
  /// `WWW-Authenticate`.
  public static let wwwAuthenticate: HeaderName = "WWW-Authenticate"
  /// `X-Request-ID`.
  public static let requestID: HeaderName = "X-Request-ID"
  /// `X-Tenant-ID`.
  public static let tenantID: HeaderName = "X-Tenant-ID"
  /// `X-User-ID`.
  public static let userID: HeaderName = "X-User-ID"
}
