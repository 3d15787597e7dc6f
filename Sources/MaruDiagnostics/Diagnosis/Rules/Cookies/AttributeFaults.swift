internal import MaruHTTP

/// An attribute of a cookie can't be read, and is passed over.
struct AttributeFaults: Rule {
  static let declaration = Declaration(
    "cookie.attribute-typo", .low, needs: [],
    Text("An attribute of a cookie has no effect", "쿠키 속성이 효력이 없습니다"),
    why: Text(
      "Clients pass over what they can't read: the cookie is not what its server meant.",
      "클라이언트는 읽을 수 없는 속성을 무시하므로 서버의 뜻과 다른 쿠키가 됩니다."), app: .nothing,
    server: Text("Write it as the standard has it.", "표준대로 쓰십시오."), reference: "RFC 6265bis §5.6")

  static func look(at file: CaseFile) -> [Sign] {
    let faults: Set<SetCookie.Note> = [
      .pathUnreadable, .sameSiteUnknown, .attributeUnknown,
    ]
    return file.cookieGroups { set in
      guard let notes = set.read?.notes.intersection(faults), !notes.isEmpty, set.isCredential
      else { return false }
      return file.isFirstParty(set.exchange) && (notes != [.attributeUnknown] || hasTypo(set.line))
    }.map { name, sets in
      let places = sets.map(\.exchange)
      let notes = (sets[0].read?.notes.intersection(faults) ?? []).map(\.rawValue).sorted()
      return Sign(
        places,
        Text(
          "\(name): \(notes.joined(separator: ", ")) (\(file.names(places))).",
          "\(name): \(notes.joined(separator: ", "))(\(file.names(places)))."),
        fields: ["Set-Cookie", name])
    }
  }

  /// Attributes of RFC 6265bis, and those that browsers know beside them.
  private static let known: Set<String> = [
    "expires", "max-age", "domain", "path", "secure", "httponly", "samesite", "partitioned",
    "priority", "version", "comment", "",
  ]

  private static func hasTypo(_ line: String) -> Bool {
    line.split(separator: ";").dropFirst().contains { piece in
      !known.contains(FieldSyntax.trimmed(piece.prefix { $0 != "=" }).lowercased())
    }
  }
}
