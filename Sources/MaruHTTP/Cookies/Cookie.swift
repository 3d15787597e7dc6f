public import struct Foundation.Date

/// One cookie as a jar keeps it (RFC 6265bis §5.7).
///
/// What exists can be sent: its parts were checked when it was made. Its description shows the name
/// and the flags, never the value, the domain or the path.
public struct Cookie: Sendable, Hashable {
  /// The name; empty if it has none.
  public let name: String
  /// The value, which nothing prints.
  public let value: CookieValue
  /// The host or domain that it belongs to, in small letters, without a dot in front.
  public let domain: String
  /// Whether it goes to that very host alone, and not to those below it.
  public let isHostOnly: Bool
  /// The path that a request must lie at or below.
  public let path: String
  /// When it ends; nil: with the session, which is as long as the app runs.
  public let expires: Date?
  /// Whether it goes over TLS only.
  public let isSecure: Bool
  /// Whether scripts of a web view may not see it.
  public let isHTTPOnly: Bool
  /// With which requests of other sites it goes; nil if the server did not say.
  public let sameSite: SameSite?

  /// The most that name and value may have together (RFC 6265bis §5.6).
  public static let maximumBytes = 4_096

  /// Makes a cookie of an app's own, or of another store's.
  ///
  /// - Parameters:
  ///   - name: no control, `;` or `=`, no space at its ends.
  ///   - value: no control or `;`, no space at its ends. Without a name it must have no `=`, since it
  ///     would be read as one.
  ///   - domain: the host, or with `isHostOnly: false` the domain, that it belongs to.
  ///   - isHostOnly: whether hosts below the domain do not get it.
  ///   - path: begins with a slash.
  ///   - expires: when it ends; nil: with the session.
  ///   - isSecure: whether it goes over TLS only.
  ///   - isHTTPOnly: whether scripts of a web view may not see it.
  ///   - sameSite: with which requests of other sites it goes; nil: not said.
  /// - Throws: ``CookieRefusal`` if it could not be sent as it is, or is not what its name promises.
  public init(
    name: String, value: CookieValue, domain: String, isHostOnly: Bool, path: String = "/",
    expires: Date? = nil, isSecure: Bool, isHTTPOnly: Bool, sameSite: SameSite? = nil
  ) throws(CookieRefusal) {
    let (nameBytes, valueBytes) = (Array(name.utf8)[...], Array(value.text.utf8)[...])
    guard !CookieText.hasControl(nameBytes + valueBytes) else { throw .controlCharacter }
    guard !(nameBytes.isEmpty && valueBytes.isEmpty) else { throw .empty }
    guard nameBytes.count + valueBytes.count <= Self.maximumBytes else { throw .tooLarge }
    let equals = UInt8(ascii: "=")
    guard !(nameBytes + valueBytes).contains(UInt8(ascii: ";")), !nameBytes.contains(equals),
      !nameBytes.isEmpty || !valueBytes.contains(equals),
      CookieText.trimmed(nameBytes).count == nameBytes.count,
      CookieText.trimmed(valueBytes).count == valueBytes.count,
      path.utf8.first == UInt8(ascii: "/"), path.utf8.count <= 1_024,
      !CookieText.hasControl(path.utf8), !path.utf8.contains(UInt8(ascii: ";"))
    else { throw .unwritable }
    let host = CookieText.string(CookieText.folded(domain.utf8))
    guard host.utf8.allSatisfy({ $0 < 0x80 }) else { throw .domainNotASCII }
    guard Self.isHost(host) else { throw .unwritable }
    self.init(
      unchecked: name, value: value, domain: host, isHostOnly: isHostOnly, path: path,
      expires: expires, isSecure: isSecure, isHTTPOnly: isHTTPOnly, sameSite: sameSite)
    if sameSite == SameSite.none, !isSecure { throw .sameSiteNoneWithoutSecure }
    if let broken = CookiePrefix.broken(by: self, hasPath: true) { throw broken }
  }

  /// For what a jar has checked by its own steps.
  init(
    unchecked name: String, value: CookieValue, domain: String, isHostOnly: Bool, path: String,
    expires: Date?, isSecure: Bool, isHTTPOnly: Bool, sameSite: SameSite?
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.isHostOnly = isHostOnly
    self.path = path
    self.expires = expires
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.sameSite = sameSite
  }

  /// What an address could name: the characters of a host, or of an IPv6 address.
  private static func isHost(_ text: String) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let hasLabels = labels.dropLast().allSatisfy { !$0.isEmpty } && labels.first?.isEmpty == false
    return hasLabels && text.utf8.count <= 253
      && text.utf8.allSatisfy {
        PercentEncoding.isUnreserved($0) || $0 == UInt8(ascii: ":")
      }
  }

  /// Whether it lasts longer than the session.
  public var isPersistent: Bool { expires != nil }

  /// Whether both are one cookie to a jar, whatever they carry: name, domain, kind of domain, path.
  public func isSame(as other: Cookie) -> Bool {
    isHostOnly == other.isHostOnly && CookieText.same(name, other.name)
      && CookieText.same(domain, other.domain) && CookieText.same(path, other.path)
  }

  /// What stands in a `Cookie` field (RFC 6265bis §5.8.3).
  var pair: String { name.isEmpty ? value.text : "\(name)=\(value.text)" }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name and the flags; never the value, the domain or the path.
  public var description: String {
    "cookie \(CookieText.shown(name)), \(isHostOnly ? "of one host" : "of a domain"), "
      + (isPersistent ? "lasting" : "of the session")
      + (isSecure ? ", Secure" : "") + (isHTTPOnly ? ", HttpOnly" : "")
      + (sameSite.map { ", SameSite=\($0.rawValue)" } ?? "")
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["cookie": description]) }
}
