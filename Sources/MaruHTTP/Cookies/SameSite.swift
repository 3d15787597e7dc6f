/// With which requests a cookie goes that another site has caused (RFC 6265bis §5.6.7).
public enum SameSite: String, Sendable, Hashable, CaseIterable, Codable {
  /// With none.
  case strict
  /// With a navigation that changes nothing. An app's calls are no navigations.
  case lax
  /// With all; only `Secure` cookies may say so.
  case none
}
