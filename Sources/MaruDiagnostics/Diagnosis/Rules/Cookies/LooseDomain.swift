internal import MaruHTTP

/// A session's cookie goes to all hosts of the site.
struct LooseDomain: Rule {
  static let declaration = Declaration(
    "cookie.loose-domain", .info, needs: [],
    Text("A session's cookie goes to every host of the site", "세션 쿠키가 사이트의 모든 호스트로 갑니다"),
    why: Text("Each of them can read and overwrite it.", "모든 호스트가 읽고 덮어쓸 수 있습니다."),
    app: .nothing, server: Text("Leave Domain away, or use __Host-.", "Domain을 빼거나 __Host-를 쓰십시오."),
    reference: "RFC 6265bis §8.6")

  static func look(at file: CaseFile) -> [Sign] {
    file.flagless { $0.domain != nil }
  }
}
