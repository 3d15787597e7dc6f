/// An API sends a call without a good session to a page for people.
struct LoginRedirectInsteadOf401: Rule {
  static let declaration = Declaration(
    "auth.login-redirect-instead-of-401", .high, needs: [.redirects],
    explains: ["content.html-instead-of-json"],
    Text("An API answers with a redirect to its login page", "API가 로그인 페이지로 리디렉션합니다"),
    why: Text(
      "The client follows and gets a page with status 200: it can't tell that the session has ended.",
      "클라이언트는 따라가서 200과 HTML을 받으므로 세션이 끝난 것을 알 수 없습니다."),
    app: Text(
      "Do not follow redirects of API calls to a login page; check the content type before decoding.",
      "API 호출에서는 로그인 페이지로의 리디렉션을 따르지 말고 해독 전에 Content-Type을 확인하십시오."),
    server: Text(
      "Answer 401 if Accept is application/json or the path is an API's.",
      "Accept가 application/json이거나 API 경로이면 401로 답하십시오."),
    reference: "RFC 9110 §15.5.2")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    for index in file.exchanges.indices {
      guard let location = file.exchanges[index].answer?.location, isCall(index, file) else {
        continue
      }
      let target = file.exchanges[index].address.resolving(location)
      guard file.isLoginPage(target), !file.isLoginPage(file.exchanges[index].address) else {
        continue
      }
      groups[file.exchanges[index].address.host, default: []] +=
        [index] + (file.target(of: index).map { [$0] } ?? [])
    }
    return groups.values.sorted { $0[0] < $1[0] }.map { found in
      Sign(
        found,
        Text(
          "A call of an API is sent to a login page instead of being answered 401 (\(file.names(found))).",
          "API 호출이 401 대신 로그인 페이지로 보내졌습니다(\(file.names(found)))."),
        fields: ["Location"])
    }
  }

  private static func isCall(_ index: Int, _ file: CaseFile) -> Bool {
    let facts = file.facts[index]
    if facts.expectsJSON { return true }
    let fields = file.exchanges[index].request
    if facts.isNavigation { return false }
    if fields["x-requested-with"]?.lowercased() == "xmlhttprequest" { return true }
    if let destination = fields["sec-fetch-dest"]?.lowercased() { return destination == "empty" }
    if file.exchanges[index].requestBody.essence.hasSuffix("json") { return true }
    let isAPI = file.exchanges[index].address.segments.contains {
      $0 == "api" || $0 == "graphql" || $0 == "rest" || $0 == "rpc"
    }
    return isAPI && (facts.credential != nil || file.exchanges[index].client?.isBrowser == false)
  }
}
