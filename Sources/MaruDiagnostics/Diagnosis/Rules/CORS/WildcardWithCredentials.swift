/// Any origin is allowed, and the request carries credentials: browsers refuse that.
struct WildcardWithCredentials: Rule {
  static let declaration = Declaration(
    "cors.wildcard-with-credentials", .high, needs: [],
    Text(
      "Access-Control-Allow-Origin: * with credentials",
      "자격 증명과 함께 쓰인 Access-Control-Allow-Origin: *"),
    why: Text("The browser hides the answer from the page.", "브라우저가 응답을 페이지에 숨깁니다."),
    app: .nothing,
    server: Text(
      "Answer with the very origin from a list of allowed ones, and add Vary: Origin.",
      "허용 목록에서 확인한 정확한 출처로 답하고 Vary: Origin을 추가하십시오."),
    reference: "Fetch §3.3.5")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.isBrowserCORS(index), file.field("access-control-allow-origin", of: index) == "*"
      else {
        return false
      }
      let allows = file.field("access-control-allow-credentials", of: index)?.lowercased() == "true"
      return allows || file.facts[index].hasCookieField
    }.map { found in
      Sign(
        found,
        Text(
          "The answer allows every origin, and the request is one with credentials (\(file.names(found))).",
          "모든 출처를 허용하는 응답인데 요청에 자격 증명이 있습니다(\(file.names(found)))."),
        fields: ["Access-Control-Allow-Origin", "Access-Control-Allow-Credentials"])
    }
  }
}

extension CaseFile {
  /// Whether a browser checked the answer against the page's origin.
  func isBrowserCORS(_ index: Int) -> Bool {
    exchanges[index].isFromBrowser && facts[index].isCrossOrigin && exchanges[index].answer != nil
      && !facts[index].isNavigation
  }
}
