public import struct Foundation.URL

/// An absolute `https` or `http` address that a request can be sent to.
///
/// It has a host and neither user info nor fragment. Its description shows no host, path or query.
public struct RequestURL: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The address as it is sent; free of spaces, controls and characters outside ASCII.
  public let string: String
  /// Scheme, host and port.
  public let origin: Origin

  /// Reads an address.
  ///
  /// - Throws: ``Problem`` if it is none that a request can be sent to.
  public init(_ string: String) throws(Problem) {
    guard let url = URL(string: string) else { throw .unreadable }
    try self.init(url)
  }

  /// Takes over an address that Foundation has read.
  ///
  /// - Throws: ``Problem`` if a request can't be sent to it.
  public init(_ url: URL) throws(Problem) {
    let url = url.absoluteURL
    guard let scheme = url.scheme.flatMap({ Origin.Scheme(rawValue: $0.lowercased()) }) else {
      throw .scheme
    }
    let authority = try Authority(of: url)
    origin = Origin(scheme: scheme, host: authority.host, port: authority.port)
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    let text = "\(scheme.rawValue)://\(origin.authority)\(path.isEmpty ? "/" : path)\(query)"
    // RFC 3986 §2: an address is printable ASCII; anything else could split the request line.
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { throw .unreadable }
    string = text
  }

  /// For an address that is put together of parts which were checked when they were made.
  package init(origin: Origin, target: String) {
    self.origin = origin
    string = "\(origin.scheme.rawValue)://\(origin.authority)\(target)"
  }

  /// For an address below a base whose text has been put together once.
  package init(base: RequestURL, prefix: String, target: String) {
    origin = base.origin
    string = prefix + target
  }

  /// Path and query: what stands in a request line (RFC 9112 §3.2.1).
  package var target: Substring {
    let start = string.index(
      string.startIndex,
      offsetBy: origin.scheme.rawValue.count + 3 + origin.authority.count)
    return string[start...]
  }

  /// The address that a `Location` names, seen from this one (RFC 3986 §5).
  ///
  /// - Throws: ``Problem`` if a request can't be sent there.
  public func resolving(_ location: String) throws(Problem) -> RequestURL {
    guard let base = URL(string: string), let url = URL(string: location, relativeTo: base) else {
      throw .unreadable
    }
    return try RequestURL(url)
  }

  /// Why an address can't be sent to.
  public enum Problem: Error, Hashable, CustomStringConvertible {
    /// It is no address.
    case unreadable
    /// Its scheme is neither `https` nor `http`.
    case scheme
    /// It carries a user or a password.
    case userInformation
    /// It names no host, or one that can't be.
    case host
    /// Its port is not between 1 and 65535.
    case port

    /// Says what is wrong, never the address.
    public var description: String {
      switch self {
      case .unreadable: "it cannot be read as an address"
      case .scheme: "its scheme is neither https nor http"
      case .userInformation: "it carries a user or a password"
      case .host: "it names no host"
      case .port: "its port is not between 1 and 65535"
      }
    }
  }

  /// The scheme; never the host or the path.
  public var description: String { origin.description }

  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}
