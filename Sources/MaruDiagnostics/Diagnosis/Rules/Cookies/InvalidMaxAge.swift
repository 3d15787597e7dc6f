internal import MaruHTTP

/// A cookie's lifetime is no number.
struct InvalidMaxAge: Rule {
  static let declaration = Declaration(
    "cookie.invalid-max-age", .low, needs: [],
    explains: ["cookie.attribute-typo"],
    Text("A cookie's Max-Age is no number", "쿠키의 Max-Age가 숫자가 아닙니다"),
    why: Text("It is passed over.", "무시됩니다."), app: .nothing,
    server: Text("Write digits only.", "숫자만 쓰십시오."), reference: "RFC 6265bis §5.6.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.noted(.maximumAgeUnreadable)
  }
}
