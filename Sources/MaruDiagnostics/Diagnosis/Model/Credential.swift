/// What a request proves its right with, in the `Authorization` field or one like it.
struct Credential: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case bearer, basic, digest, apiKey, other
  }

  let kind: Kind
  /// In small letters; empty if the field has none.
  let scheme: String
  /// The token or the key itself.
  let secret: String
  /// The field that carries it, in small letters.
  let field: String

  private static let keyFields = [
    "x-api-key", "api-key", "apikey", "x-auth-token", "x-access-token", "x-session-token",
    "x-auth", "x-goog-api-key",
  ]

  init?(_ fields: CapturedFields) {
    if let value = fields["authorization"] {
      let space = value.firstIndex(of: " ") ?? value.endIndex
      let scheme = value[..<space].lowercased()
      let rest = value[space...].drop { $0 == " " }
      field = "authorization"
      switch (scheme, rest.isEmpty) {
      case (_, true): (kind, self.scheme, secret) = (.other, "", value)
      case ("basic", _): (kind, self.scheme, secret) = (.basic, scheme, String(rest))
      case ("digest", _): (kind, self.scheme, secret) = (.digest, scheme, String(rest))
      case ("bearer", _), ("dpop", _), ("token", _), ("jwt", _), ("oauth", _):
        (kind, self.scheme, secret) = (.bearer, scheme, String(rest))
      default: (kind, self.scheme, secret) = (.other, scheme, String(rest))
      }
      return
    }
    for name in Self.keyFields {
      guard let value = fields[name], !value.isEmpty else { continue }
      (kind, scheme, secret, field) = (.apiKey, "", value, name)
      return
    }
    return nil
  }

  /// Whether a token stands there that ends and is renewed.
  var isToken: Bool { kind == .bearer || kind == .apiKey || (kind == .other && scheme.isEmpty) }

  /// Whether a value is what exporters write in place of a credential.
  static func isMask(_ value: String) -> Bool {
    let bare = value.split(separator: " ").last.map { $0.lowercased() } ?? ""
    let words = ["redacted", "removed", "hidden", "masked", "filtered", "sanitized"]
    let letters = bare.filter { $0.isLetter }
    return words.contains(letters)
      || (bare.utf8.count > 2 && bare.allSatisfy { "*•x█".contains($0) })
  }
}
