/// Whether a call may reach the server twice.
public enum Idempotency: Hashable, Sendable {
  /// As the method says: GET, HEAD, OPTIONS, PUT and DELETE may (RFC 9110 §9.2.2).
  case asMethod
  /// It may, since it carries a key that Maru makes for the call.
  case key
  /// It may, since it carries a key that the app has made and can ask about.
  case given(IdempotencyKey)
  /// It may not, whatever the method.
  case never
}
