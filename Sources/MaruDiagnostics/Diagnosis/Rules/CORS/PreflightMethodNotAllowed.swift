/// A preflight's answer does not allow the method that was asked for.
struct PreflightMethodNotAllowed: Rule {
  static let declaration = Declaration(
    "cors.preflight-method-not-allowed", .high, needs: [],
    Text("A preflight does not allow the method", "프리플라이트가 메서드를 허용하지 않습니다"),
    why: Text("The call itself is never made.", "본 호출이 이루어지지 않습니다."), app: .nothing,
    server: Text(
      "Name the method in Access-Control-Allow-Methods.",
      "Access-Control-Allow-Methods에 메서드를 넣으십시오."),
    reference: "Fetch §4.8")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.facts[index].isPreflight, (200..<300).contains(file.status(index)),
        let method = file.exchanges[index].request["access-control-request-method"]?.uppercased(),
        // Fetch §2.2.1: these need no leave.
        !["GET", "HEAD", "POST"].contains(method)
      else { return false }
      let allowed =
        file.exchanges[index].answer?.fields.tokens("access-control-allow-methods") ?? []
      let isBare = file.field("access-control-allow-credentials", of: index)?.lowercased() != "true"
      return !allowed.contains(method.lowercased()) && !(allowed.contains("*") && isBare)
    }.map { found in
      Sign(
        found,
        Text(
          "Access-Control-Allow-Methods lacks what was asked for (\(file.names(found))).",
          "Access-Control-Allow-Methods에 요청한 메서드가 없습니다(\(file.names(found)))."),
        fields: ["Access-Control-Allow-Methods"])
    }
  }
}
