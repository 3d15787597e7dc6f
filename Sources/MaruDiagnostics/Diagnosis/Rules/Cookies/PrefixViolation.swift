internal import MaruHTTP

/// A cookie's name promises what it is not, so no browser takes it.
struct PrefixViolation: Rule {
  static let declaration = Declaration(
    "cookie.prefix-violation", .high, needs: [],
    Text("A cookie breaks what its name's prefix promises", "쿠키가 이름 접두사의 약속을 어깁니다"),
    why: Text("Clients throw it away.", "클라이언트가 버립니다."), app: .nothing,
    server: Text(
      "__Secure- needs Secure; __Host- needs Secure, Path=/ and no Domain.",
      "__Secure-에는 Secure가, __Host-에는 Secure와 Path=/가 있고 Domain이 없어야 합니다."),
    reference: "RFC 6265bis §4.1.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.refused { [.prefixBroken, .hostPrefixBroken].contains($0) }.map { name, sets in
      let places = sets.map(\.exchange)
      return Sign(
        places,
        Text(
          "\(name) is not what its prefix promises (\(file.names(places))).",
          "\(name)이(가) 접두사의 조건에 맞지 않습니다(\(file.names(places)))."),
        fields: ["Set-Cookie", name])
    }
  }
}
