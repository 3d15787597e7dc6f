/// The answer allows another origin than the one that asked.
struct OriginMismatch: Rule {
  static let declaration = Declaration(
    "cors.origin-mismatch", .high, needs: [],
    Text("The answer allows another origin", "응답이 다른 출처를 허용합니다"),
    why: Text("The browser hides the answer from the page.", "브라우저가 응답을 페이지에 숨깁니다."),
    app: .nothing,
    server: Text(
      "Answer with the Origin of the request if it is allowed, and add Vary: Origin.",
      "허용된 출처라면 요청의 Origin으로 답하고 Vary: Origin을 추가하십시오."),
    reference: "Fetch §3.3.5, §4.10")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.isBrowserCORS(index), let origin = file.exchanges[index].request["origin"],
        let allowed = file.field("access-control-allow-origin", of: index), allowed != "*",
        !allowed.contains(","),
        file.exchanges[index].answer?.fields.values("access-control-allow-origin").count == 1
      else { return false }
      return allowed != origin
    }.map { found in
      Sign(
        found,
        Text(
          "Access-Control-Allow-Origin is not the request's Origin (\(file.names(found))).",
          "Access-Control-Allow-Origin이 요청의 Origin과 다릅니다(\(file.names(found)))."),
        fields: ["Origin", "Access-Control-Allow-Origin"])
    }
  }
}
