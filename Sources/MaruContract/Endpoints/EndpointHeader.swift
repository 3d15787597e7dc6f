public import MaruHTTP

/// A header field that belongs to an endpoint, as an API's version or a device's id.
///
/// What Maru or the transport is responsible for can't be set: credentials, cookies, the host, the
/// context, content types, the idempotency key, tracing, conditions of caching, and the fields that
/// frame a message or belong to one connection (RFC 9110 §7.6.1).
public struct EndpointHeader: Sendable, Hashable {
  /// The field's name.
  public let name: HeaderName
  /// The field's value.
  public let value: Sensitive<String>
  /// Whether it stays with the origin: a redirect to another loses it, as it loses credentials.
  public let isSecret: Bool

  /// Names a field.
  ///
  /// - Throws: ``InvalidIdentifier`` if the field is not the endpoint's to set, or the value can't
  ///   be sent.
  public init(
    _ name: HeaderName, _ value: String, isSecret: Bool
  ) throws(InvalidIdentifier) {
    guard !Self.reserved.contains(name) else {
      throw InvalidIdentifier(name: "header field \(name)", problem: "it is set by Maru alone")
    }
    guard FieldSyntax.isFieldValue(value) else {
      throw InvalidIdentifier(
        name: "header field \(name)", problem: "its value holds a control character")
    }
    self.name = name
    self.value = Sensitive(value)
    self.isSecret = isSecret
  }

  private static let reserved: Set<HeaderName> = [
    .accept, .acceptEncoding, .acceptLanguage, .authorization, .connection, .contentEncoding,
    .contentLength, .contentType, .cookie, .host, .idempotencyKey, .proxyAuthorization, .requestID,
    .tenantID, .traceParent, .transferEncoding, .userAgent, .userID, "Expect", "If-Match",
    "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Keep-Alive",
    "Proxy-Connection", "Range", "Set-Cookie", "TE", "Trailer", "tracestate", "Upgrade",
  ]
}
