/// A preflight is redirected, which browsers do not follow.
struct PreflightRedirect: Rule {
  static let declaration = Declaration(
    "cors.preflight-redirect", .high, needs: [],
    Text("A preflight is redirected", "프리플라이트가 리디렉션됩니다"),
    why: Text("The browser gives up: the call is never made.", "브라우저가 포기하여 본 호출이 이루어지지 않습니다."),
    app: Text("Call the final address.", "최종 주소를 직접 부르십시오."),
    server: Text("Answer OPTIONS where it is asked.", "요청받은 주소에서 OPTIONS에 답하십시오."),
    reference: "Fetch §4.8")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { file.facts[$0].isPreflight && (300..<400).contains(file.status($0)) }.map {
      found in
      Sign(
        found,
        Text(
          "The preflight was answered \(file.status(found[0])) (\(file.names(found))).",
          "프리플라이트가 \(file.status(found[0]))을(를) 받았습니다(\(file.names(found)))."),
        fields: ["Location"])
    }
  }
}
