internal import Foundation

/// What a JSON Web Token says of itself, unverified (RFC 7519 §4.1): times and who.
struct JSONWebToken: Sendable, Hashable {
  let expires: Date?
  let notBefore: Date?
  let issued: Date?
  let subject: String?

  /// Reads a token, or what ``Redactor`` has made of one; nil if it is neither.
  init?(_ text: String) {
    guard let read = text.hasPrefix(Self.redactedPrefix) ? Self(redacted: text) : Self(whole: text)
    else { return nil }
    self = read
  }

  private init?(whole text: String) {
    guard text.hasPrefix("ey") || text.hasPrefix("e30"), text.utf8.count < 65_536 else {
      return nil
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 || parts.count == 5,
      let header = Self.decode(parts[0]), header["alg"] != nil || header["typ"] != nil,
      // Five parts are encrypted (RFC 7516 §3.1): only who made it can read it.
      let claims = parts.count == 3 ? Self.decode(parts[1]) : .object([])
    else { return nil }
    expires = Self.date(claims["exp"])
    notBefore = Self.date(claims["nbf"])
    issued = Self.date(claims["iat"])
    subject = claims["sub"]?.scalar
  }

  private static func date(_ value: JSONValue?) -> Date? {
    guard let seconds = value?.double, abs(seconds) < 1e11 else { return nil }
    return Date(timeIntervalSince1970: seconds)
  }

  private static func decode(_ part: Substring) -> JSONValue? {
    var text = String(part.replacing("-", with: "+").replacing("_", with: "/"))
    text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    guard let bytes = Data(base64Encoded: text),
      let value = JSONValue.parse(String(decoding: bytes, as: UTF8.self)),
      case .object = value
    else { return nil }
    return value
  }

  // MARK: Redacted

  /// How a redacted token begins: nothing that a pattern for tokens takes for one.
  static let redactedPrefix = "jwt~"

  /// `jwt~S-12~exp.1772441880~sub.S-3`: the secret's number, times, and stand-ins for who.
  private init?(redacted text: String) {
    var found: [String: String] = [:]
    for piece in text.split(separator: "~").dropFirst(2) {
      let dot = piece.firstIndex(of: ".") ?? piece.endIndex
      found[String(piece[..<dot])] = String(piece[dot...].dropFirst())
    }
    func date(_ name: String) -> Date? { Self.date(found[name].map { .string($0) }) }
    (expires, notBefore, issued) = (date("exp"), date("nbf"), date("iat"))
    subject = found["sub"]
  }
}
