internal import MaruHTTP

/// A cookie's end can't be read.
struct InvalidExpires: Rule {
  static let declaration = Declaration(
    "cookie.invalid-expires", .low, needs: [],
    explains: ["cookie.attribute-typo"],
    Text("A cookie's Expires can't be read", "쿠키의 Expires를 읽을 수 없습니다"),
    why: Text(
      "It is passed over: the cookie lasts as long as the session, and a deletion deletes nothing.",
      "무시되어 세션 쿠키가 되고, 삭제하려던 것은 삭제되지 않습니다."), app: .nothing,
    server: Text("Write it as an HTTP date, or use Max-Age.", "HTTP 날짜로 쓰거나 Max-Age를 쓰십시오."),
    reference: "RFC 6265bis §5.1.1")

  static func look(at file: CaseFile) -> [Sign] {
    file.noted(.expiresUnreadable)
  }
}
