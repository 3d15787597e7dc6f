/// A preflight fails with a status that is neither a redirect nor about credentials.
struct PreflightStatus: Rule {
  static let declaration = Declaration(
    "cors.preflight-bad-status", .high, needs: [],
    explains: ["cors.error-response-missing-acao"],
    Text("A preflight is answered with an error", "프리플라이트가 오류를 받습니다"),
    why: Text("The call itself is never made.", "본 호출이 이루어지지 않습니다."), app: .nothing,
    server: Text(
      "Route OPTIONS of this path, and answer with a status from 200 to 299.",
      "이 경로의 OPTIONS를 처리하고 200에서 299로 답하십시오."),
    reference: "Fetch §4.8")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost {
      file.facts[$0].isPreflight && file.status($0) >= 400
        && ![401, 403, 407].contains(file.status($0))
    }.map { found in
      Sign(
        found,
        Text(
          "The preflight was answered \(file.status(found[0])) (\(file.names(found))).",
          "프리플라이트가 \(file.status(found[0]))을(를) 받았습니다(\(file.names(found)))."),
        fields: ["status"])
    }
  }
}
