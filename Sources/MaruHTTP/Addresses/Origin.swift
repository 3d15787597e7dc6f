/// Scheme, host and port: who is spoken to (RFC 6454 §4).
///
/// Credentials belong to one origin. Its description shows the scheme only, since a host can be
/// internal.
public struct Origin: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// `https` or `http`.
  public let scheme: Scheme
  /// The host in lower case; an IPv6 address without its brackets.
  public let host: String
  /// The port, the scheme's own if the address named none.
  public let port: Int

  /// The two schemes that Maru speaks.
  public enum Scheme: String, Hashable, Sendable {
    /// HTTP over TLS.
    case https
    /// HTTP in the clear; only ever to this machine.
    case http

    /// The port that an address without one means (RFC 9110 §4.2).
    public var defaultPort: Int { self == .https ? 443 : 80 }
  }

  package init(scheme: Scheme, host: String, port: Int?) {
    self.scheme = scheme
    self.host = host.lowercased()
    self.port = port ?? scheme.defaultPort
  }

  /// Whether the host is this very machine: `localhost`, 127.0.0.0/8 or ::1.
  public var isLoopback: Bool {
    if host == "localhost" || host == "::1" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127"
      && parts.allSatisfy { $0.utf8.count <= 3 && UInt8($0) != nil && $0.first != "+" }
  }

  /// Host and port as they stand in an address.
  package var authority: String {
    let host = self.host.contains(":") ? "[\(self.host)]" : self.host
    return port == scheme.defaultPort ? host : "\(host):\(port)"
  }

  /// The scheme; never the host.
  public var description: String { "\(scheme.rawValue)://‹redacted›" }

  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["origin": description]) }
}
