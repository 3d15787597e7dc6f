/// A login asks for a token in the redirect's address.
struct ImplicitFlow: Rule {
  static let declaration = Declaration(
    "auth.implicit-flow", .low, needs: [],
    Text("A login asks for its token in an address", "로그인이 주소로 토큰을 받습니다(암시적 흐름)"),
    why: Text(
      "The token stands in histories, logs and referrers, comes without a refresh token, and nothing tells whose it is.",
      "토큰이 방문 기록과 로그, Referer에 남고 리프레시 토큰이 없으며 누구의 것인지 확인할 수 없습니다."),
    app: Text(
      "Ask for a code (response_type=code) with PKCE.",
      "PKCE와 함께 코드(response_type=code)를 요청하십시오."),
    server: Text(
      "Turn the implicit grant off.", "암시적 승인을 끄십시오."),
    reference: "RFC 9700 §2.1.2, RFC 8252 §8.2")

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.authorizations { $0.contains("token") }
    return Dictionary(grouping: found) { file.exchanges[$0].address.host }.values
      .sorted { $0[0] < $1[0] }.map { places in
        Sign(
          places,
          Text(
            "response_type names token (\(file.names(places))).",
            "response_type에 token이 있습니다(\(file.names(places)))."),
          fields: ["response_type"])
      }
  }
}
