internal import MaruHTTP

/// A cookie over http would lie over a `Secure` one.
struct OverwriteRefused: Rule {
  static let declaration = Declaration(
    "cookie.overwrite-refused", .medium, needs: [],
    Text("A cookie over http can't replace a Secure one", "http의 쿠키는 Secure 쿠키를 바꿀 수 없습니다"),
    why: Text("The old value stays.", "옛 값이 그대로 남습니다."),
    app: Text("Use the https address.", "https 주소를 쓰십시오."),
    server: Text("Serve the whole site over https.", "사이트 전체를 https로 제공하십시오."),
    reference: "RFC 6265bis §5.7")

  static func look(at file: CaseFile) -> [Sign] {
    file.refused { $0 == .liesOverSecure }.map { name, sets in
      Sign(
        sets.map(\.exchange),
        Text(
          "\(name) came over http while a Secure \(name) is there.",
          "Secure인 \(name)이(가) 있는데 http로 다시 설정했습니다."),
        fields: ["Set-Cookie", name])
    }
  }
}
