package import MaruHTTP

/// Whether a request is meant for the version that a resource has (RFC 9110 §13.1).
///
/// Asked only when the request would succeed otherwise (§13.2.1).
package enum Precondition {
  /// Lets a change through if `If-Match` is absent or names the version.
  ///
  /// - Throws: ``Problem``: 412 if it names others, 400 if it cannot be read.
  package static func check(_ fields: HeaderFields, version: EntityTag) throws(Problem) {
    guard let wanted = try tags(in: fields, "If-Match") else { return }
    switch wanted {
    case .any: return
    case .listed(let tags):
      guard tags.contains(where: { $0.matchesStrongly(version) }) else {
        throw .versionChanged
      }
    }
  }

  /// Whether `If-None-Match` names the version, so that the caller has it already.
  ///
  /// - Throws: ``Problem``, 400, if it cannot be read.
  package static func isKnown(
    _ fields: HeaderFields, version: EntityTag
  ) throws(Problem) -> Bool {
    switch try tags(in: fields, "If-None-Match") {
    case nil: false
    case .any: true
    case .listed(let tags): tags.contains { $0.matchesWeakly(version) }
    }
  }

  private enum Tags {
    case any
    case listed([EntityTag])
  }

  private static func tags(
    in fields: HeaderFields, _ name: HeaderName
  ) throws(Problem) -> Tags? {
    let values = fields.values(of: name)
    guard !values.isEmpty else { return nil }
    let text = values.joined(separator: ",")
    if text == "*" { return .any }
    var tags: [EntityTag] = []
    for piece in pieces(of: text) where !piece.isEmpty {
      guard let tag = EntityTag(piece) else { throw .malformed("\(name) must be * or entity tags") }
      tags.append(tag)
    }
    guard !tags.isEmpty else { throw .malformed("\(name) must be * or entity tags") }
    return .listed(tags)
  }

  /// Splits at commas, but not at those inside a tag's quotes.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = [""]
    var isQuoted = false
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted {
        pieces.append("")
      } else {
        pieces[pieces.count - 1].append(character)
      }
    }
    return pieces.map { piece in
      String(
        piece.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }
          .reversed())
    }
  }
}

extension Problem {
  /// 412: the resource was changed since the version that the request is meant for.
  package static let versionChanged = Problem(
    status: 412, code: "version-changed", title: "Version changed",
    detail: "the version is none of those in If-Match; read it again")
}
