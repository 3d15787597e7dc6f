internal import MaruHTTP

/// A session's cookie came over https and may go over http.
struct MissingSecure: Rule {
  static let declaration = Declaration(
    "cookie.missing-secure", .low, needs: [],
    Text("A session's cookie is not Secure", "세션 쿠키가 Secure가 아닙니다"),
    why: Text(
      "One http request, even for an image, shows it to anyone on the network path.",
      "그림 하나라도 http로 요청하면 경로상의 누구나 볼 수 있습니다."), app: .nothing,
    server: Text("Add Secure.", "Secure를 추가하십시오."), reference: "RFC 6265bis §4.1.2.5")

  static func look(at file: CaseFile) -> [Sign] {
    file.flagless(onlyTLS: true) { !$0.isSecure }
  }
}
