internal import MaruHTTP

/// A cookie has more bytes than clients keep.
struct CookieTooLarge: Rule {
  static let declaration = Declaration(
    "cookie.too-large", .high, needs: [],
    explains: ["cookie.new-session-every-response"],
    Text("A cookie is larger than clients keep", "쿠키가 클라이언트 한도보다 큽니다"),
    why: Text("It is thrown away without a word.", "아무 알림 없이 버려집니다."), app: .nothing,
    server: Text(
      "Keep an id in the cookie and the rest on the server; name and value may have 4096 bytes.",
      "쿠키에는 식별자만 두십시오. 이름과 값은 합쳐 4096바이트까지입니다."),
    reference: "RFC 6265bis §5.6")

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter { index in
      file.cookies.sets(in: index).contains { $0.refusal == .tooLarge }
    }
    guard !found.isEmpty else { return [] }
    return [
      Sign(
        found,
        Text(
          "A Set-Cookie has more than 4096 bytes (\(file.names(found))).",
          "4096바이트가 넘는 Set-Cookie가 있습니다(\(file.names(found)))."),
        fields: ["Set-Cookie"])
    ]
  }
}
