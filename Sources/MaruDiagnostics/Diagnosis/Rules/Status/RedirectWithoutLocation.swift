internal import MaruHTTP

/// A redirect does not say where to.
struct RedirectWithoutLocation: Rule {
  static let declaration = Declaration(
    "status.redirect-without-location", .low, needs: [.redirects],
    Text("A redirect has no Location", "Location 없는 리디렉션입니다"),
    why: Text("Clients show the body or fail.", "클라이언트가 본문을 보여 주거나 실패합니다."), app: .nothing,
    server: Text("Send Location, or another status.", "Location을 보내거나 다른 상태로 답하십시오."),
    reference: "RFC 9110 §15.4")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard let answer = file.exchanges[index].answer,
        Redirection.isRedirect(status: answer.status)
      else { return false }
      return !answer.fields.isEmpty && answer.location == nil && !file.exchanges[index].isFromCache
    }.map { found in
      Sign(
        found, Text("\(file.names(found)) name no place.", "\(file.names(found))에 갈 곳이 없습니다."),
        fields: ["Location"])
    }
  }
}
