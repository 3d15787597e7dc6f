internal import MaruHTTP

/// A cookie has no name.
struct NoName: Rule {
  static let declaration = Declaration(
    "cookie.no-name", .low, needs: [],
    Text("A cookie has no name", "이름 없는 쿠키입니다"),
    why: Text("Servers and clients read it in different ways.", "서버와 클라이언트마다 다르게 읽습니다."),
    app: .nothing, server: Text("Give it a name.", "이름을 붙이십시오."), reference: "RFC 6265bis §5.6")

  static func look(at file: CaseFile) -> [Sign] {
    // Also one with nothing before its `=`.
    file.cookieGroups { $0.read?.name.isEmpty == true && file.isFirstParty($0.exchange) }
      .map { _, sets in
        let places = sets.map(\.exchange)
        return Sign(
          places, Text("Seen in \(file.names(places)).", "\(file.names(places))에서 보입니다."),
          fields: ["Set-Cookie"])
      }
  }
}

extension CaseFile {
  /// Cookies of the own site of which reading took note of something.
  func noted(_ note: SetCookie.Note) -> [Sign] {
    cookieGroups { $0.read?.notes.contains(note) == true && isFirstParty($0.exchange) }
      .map { name, sets in
        let places = sets.map(\.exchange)
        return Sign(
          places, Text("\(name) in \(names(places)).", "\(names(places))의 \(name)."),
          fields: ["Set-Cookie", name])
      }
  }
}
