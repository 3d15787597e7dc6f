/// A request with credentials is answered without leave for them.
struct MissingAllowCredentials: Rule {
  static let declaration = Declaration(
    "cors.missing-allow-credentials", .high, needs: [],
    Text("Access-Control-Allow-Credentials is missing", "Access-Control-Allow-Credentials가 없습니다"),
    why: Text("The browser hides the answer from the page.", "브라우저가 응답을 페이지에 숨깁니다."), app: .nothing,
    server: Text(
      "Send Access-Control-Allow-Credentials: true.",
      "Access-Control-Allow-Credentials: true를 보내십시오."),
    reference: "Fetch §3.3.5")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.isBrowserCORS(index), file.facts[index].hasCookieField,
        let allowed = file.field("access-control-allow-origin", of: index), allowed != "*"
      else { return false }
      // Exactly these letters (Fetch §3.3.5).
      return file.field("access-control-allow-credentials", of: index) != "true"
    }.map { found in
      Sign(
        found,
        Text(
          "Cookies went to another origin, and the answer does not allow that (\(file.names(found))).",
          "다른 출처로 쿠키를 보냈는데 응답이 허용하지 않습니다(\(file.names(found)))."),
        fields: ["Access-Control-Allow-Credentials"])
    }
  }
}
