internal import MaruHTTP

/// A cookie has no name.
struct NoName: Rule {
  static let declaration = Declaration(
    "cookie.no-name", .low, needs: [],
    Text("A cookie has no name", "이름 없는 쿠키입니다"),
    why: Text("Servers and clients read it in different ways.", "서버와 클라이언트마다 다르게 읽습니다."),
    app: .nothing, server: Text("Give it a name.", "이름을 붙이십시오."), reference: "RFC 6265bis §5.6")

  static func look(at file: CaseFile) -> [Sign] {
    file.noted(.noName)
  }
}

extension CaseFile {
  /// Cookies of the own site of which reading took note of something.
  func noted(_ note: SetCookie.Note) -> [Sign] {
    cookieGroups { $0.read?.notes.contains(note) == true && isFirstParty($0.exchange) }
      .map { name, sets in
        let places = sets.map(\.exchange)
        let shown = name.isEmpty ? "‹no name›" : name
        return Sign(
          places, Text("\(shown) in \(names(places)).", "\(names(places))의 \(shown)."),
          fields: ["Set-Cookie", shown])
      }
  }
}
