/// A preflight is answered as if it needed a credential, which it never carries.
struct PreflightRequiresAuth: Rule {
  static let declaration = Declaration(
    "cors.preflight-requires-auth", .high, needs: [],
    explains: [
      "auth.401-without-www-authenticate", "cors.error-response-missing-acao",
      "auth.401-missing-credentials",
    ],
    Text("A preflight is asked for credentials", "프리플라이트에 인증을 요구합니다"),
    why: Text(
      "Browsers send none with a preflight, so the call itself is never made.",
      "브라우저는 프리플라이트에 자격 증명을 보내지 않으므로 본 호출이 이루어지지 않습니다."),
    app: .nothing,
    server: Text("Answer OPTIONS before authentication.", "OPTIONS는 인증 이전에 답하십시오."),
    reference: "Fetch §4.8")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { file.facts[$0].isPreflight && [401, 403, 407].contains(file.status($0)) }.map {
      found in
      Sign(
        found,
        Text(
          "The preflight was answered \(file.status(found[0])) (\(file.names(found))).",
          "프리플라이트가 \(file.status(found[0]))을(를) 받았습니다(\(file.names(found)))."),
        fields: ["status"])
    }
  }
}
