internal import MaruHTTP

/// The web view has a session, and the app's own calls do not, or the other way round.
struct NativeWebViewSplit: Rule {
  static let declaration = Declaration(
    "cookie.webview-jar-split", .high, needs: [.credentials],
    explains: ["auth.401-missing-credentials", "auth.inconsistent-credentials"],
    Text("Web view and app have different cookies", "웹 뷰와 앱의 쿠키가 서로 다릅니다"),
    why: Text(
      "WKWebView and URLSession keep cookies apart: a login in one is none in the other.",
      "WKWebView와 URLSession은 쿠키를 따로 보관하므로 한쪽의 로그인이 다른 쪽에는 없습니다."),
    app: Text(
      "Copy the session between WKHTTPCookieStore and HTTPCookieStorage, and wait for it before the first call.",
      "WKHTTPCookieStore와 HTTPCookieStorage 사이에 세션을 복사하고, 끝난 뒤에 첫 호출을 하십시오."),
    server: .nothing, reference: "Apple, WKHTTPCookieStore")

  static func look(at file: CaseFile) -> [Sign] {
    let kinds = Set(file.exchanges.compactMap(\.client?.isBrowser))
    guard kinds.count == 2 else { return [] }
    var signs: [Sign] = []
    var seen: Set<String> = []
    for set in file.cookies.sets where set.isCredential && !set.isDeletion && set.refusal == nil {
      guard !set.jar.isEmpty, !seen.contains("\(set.host) \(set.name)"), let read = set.read else {
        continue
      }
      let next = file.exchanges.indices[set.exchange...].dropFirst().prefix(500).first { index in
        let exchange = file.exchanges[index]
        let jar = CookieReplay.jar(of: exchange)
        let reaches =
          read.domain.map { CookieHost.domain($0, covers: exchange.address.host) }
          ?? (exchange.address.host == set.host)
        guard jar != set.jar, !jar.isEmpty, reaches, file.isAfter(index, set.exchange),
          isAppAndView(exchange.client, file.exchanges[set.exchange].client),
          !file.facts[index].cookies.contains(where: { $0.name == set.name }),
          file.facts[index].credential == nil, !file.facts[index].isPreflight
        else { return false }
        let location = exchange.answer?.location.map { exchange.address.resolving($0) }
        return [401, 403].contains(file.status(index)) || location.map(file.isLoginPage) == true
      }
      guard let next else { continue }
      seen.insert("\(set.host) \(set.name)")
      let name = Words.isPlainName(set.name) ? set.name : "‹name›"
      signs.append(
        Sign(
          [set.exchange, next],
          Text(
            "\(file.label(set.exchange)) gave \(name) to one client, and \(file.label(next)) of the other goes without it.",
            "\(file.label(set.exchange))가 한 클라이언트에 \(name)을(를) 주었지만 다른 클라이언트의 \(file.label(next))에는 없습니다."
          ),
          fields: ["Cookie", name]))
    }
    return signs
  }

  private static func isAppAndView(_ one: ClientKind?, _ other: ClientKind?) -> Bool {
    guard let one, let other else { return false }
    return one.isBrowser != other.isBrowser
  }
}
