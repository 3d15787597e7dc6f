internal import Foundation
internal import MaruContract
internal import MaruHTTP

/// A cookie as an archive keeps it.
struct CookieRecord: Codable, Sendable {
  var name: String
  var value: String
  var domain: String
  var isHostOnly: Bool
  var path: String
  /// Seconds since 1970; nil: with the session.
  var expires: Double?
  var isSecure: Bool
  var isHTTPOnly: Bool
  var sameSite: SameSite?

  init(_ cookie: Cookie) {
    name = cookie.name
    value = cookie.value.text
    domain = cookie.domain
    isHostOnly = cookie.isHostOnly
    path = cookie.path
    expires = cookie.expires?.timeIntervalSince1970
    isSecure = cookie.isSecure
    isHTTPOnly = cookie.isHTTPOnly
    sameSite = cookie.sameSite
  }

  /// The cookie, checked as if the app had made it.
  func cookie() throws(CookieRefusal) -> Cookie {
    try Cookie(
      name: name, value: CookieValue(value), domain: domain, isHostOnly: isHostOnly, path: path,
      expires: expires.map { Date(timeIntervalSince1970: $0) }, isSecure: isSecure,
      isHTTPOnly: isHTTPOnly, sameSite: sameSite)
  }
}

/// What an archive's first secret says of the others.
///
/// The pieces lie in one of two places. A new version is written to the place that is free, and
/// counts from the moment at which the head names it: whenever the process ends, the old version or
/// the new one is whole.
struct CookieArchiveHead: Codable, Sendable, Equatable {
  var version = Self.version
  /// Which of the two places counts.
  var place = 0
  /// How many pieces it has; none: there is nothing yet.
  var pieces = 0
  /// How many pieces may lie in the other place, of an older version or of one that was not finished.
  var others = 0
  var bytes = 0
  var check = ""

  static let version = 1

  /// Reads a head.
  ///
  /// - Throws: `damaged` with what was expected.
  init(_ secret: Sensitive<[UInt8]>) throws(SecretStoreError) {
    guard let head = try? JSONDecoder().decode(Self.self, from: Data(secret.value)) else {
      throw SecretStoreError(.damaged, reason: "the head of the saved cookies can't be read")
    }
    guard head.version == Self.version else {
      throw SecretStoreError(
        .damaged, reason: "expected cookies of version \(Self.version), found \(head.version)")
    }
    let allowed = 0...CookieArchive.maximumPieces
    guard [0, 1].contains(head.place), allowed.contains(head.pieces), allowed.contains(head.others)
    else { throw SecretStoreError(.damaged, reason: "the head of the saved cookies is no head") }
    self = head
  }

  init() {}

  func encoded() throws -> Sensitive<[UInt8]> {
    Sensitive(Array(try JSONEncoder().encode(self)))
  }

  /// Tells whether pieces belong together. FNV-1a keeps chance apart; who can write to the store can
  /// write anything.
  static func check(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
