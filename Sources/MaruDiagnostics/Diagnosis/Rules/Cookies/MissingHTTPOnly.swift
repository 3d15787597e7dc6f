internal import MaruHTTP

/// A session's cookie can be read by scripts.
struct MissingHTTPOnly: Rule {
  static let declaration = Declaration(
    "cookie.missing-httponly", .low, needs: [],
    Text("A session's cookie is not HttpOnly", "세션 쿠키가 HttpOnly가 아닙니다"),
    why: Text("A script that got in can read it.", "침입한 스크립트가 읽을 수 있습니다."), app: .nothing,
    server: Text("Add HttpOnly.", "HttpOnly를 추가하십시오."), reference: "RFC 6265bis §4.1.2.6")

  static func look(at file: CaseFile) -> [Sign] {
    file.flagless { !$0.isHTTPOnly }
  }
}
