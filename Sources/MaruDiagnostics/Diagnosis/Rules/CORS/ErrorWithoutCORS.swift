/// An error has no CORS fields, so the page sees a broken network instead of a status.
struct ErrorWithoutCORS: Rule {
  static let declaration = Declaration(
    "cors.error-response-missing-acao", .high, needs: [],
    Text("An error answer lacks the CORS fields", "오류 응답에 CORS 필드가 없습니다"),
    why: Text(
      "The page can't read the status: it never learns that it must refresh or sign in.",
      "페이지가 상태 코드를 읽지 못해 갱신이나 로그인이 필요한지 알 수 없습니다."),
    app: .nothing,
    server: Text(
      "Add the CORS fields to all answers, errors of proxies and gateways included.",
      "프록시와 게이트웨이의 오류까지 모든 응답에 CORS 필드를 추가하십시오."),
    reference: "Fetch §4.10")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      file.isBrowserCORS(index) && file.status(index) >= 400 && !file.facts[index].isPreflight
        && file.field("access-control-allow-origin", of: index) == nil
    }.map { found in
      let host = file.exchanges[found[0]].address.host
      let hasOther =
        file.byHost[host]?.contains {
          file.field("access-control-allow-origin", of: $0) != nil
        } ?? false
      let isAuth = found.contains { [401, 403].contains(file.status($0)) }
      return Sign(
        found,
        Text(
          "\(file.names(found)): an error for another origin's page, and no Access-Control-Allow-Origin.",
          "\(file.names(found)): 다른 출처 페이지에 준 오류인데 Access-Control-Allow-Origin이 없습니다."),
        fields: ["Access-Control-Allow-Origin"],
        severity: hasOther || isAuth ? .high : .low, confidence: hasOther ? .certain : .likely)
    }
  }
}
