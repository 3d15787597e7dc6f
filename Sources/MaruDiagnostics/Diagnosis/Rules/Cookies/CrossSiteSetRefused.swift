internal import MaruHTTP

/// A script's request to another site is answered with a cookie that only the own site may set.
struct CrossSiteSetRefused: Rule {
  static let declaration = Declaration(
    "cookie.samesite-blocks-set", .high, needs: [],
    explains: ["auth.401-missing-credentials", "cookie.new-session-every-response"],
    Text(
      "A cookie for its own site is set in another site's call", "다른 사이트의 호출에서 SameSite 쿠키를 설정합니다"),
    why: Text(
      "The browser does not keep it: the login seems to work and the next call has no session.",
      "브라우저가 저장하지 않아 로그인은 된 듯해도 다음 호출에 세션이 없습니다."),
    app: Text(
      "Serve page and API from one site.", "페이지와 API를 한 사이트에서 제공하십시오."),
    server: Text(
      "Set SameSite=None; Secure if other sites' pages are to have a session.",
      "다른 사이트의 페이지가 세션을 가져야 하면 SameSite=None; Secure로 설정하십시오."),
    reference: "RFC 6265bis §5.7")

  static func look(at file: CaseFile) -> [Sign] {
    let refused = file.refused { $0 == .crossSite }
    guard !refused.isEmpty else { return [] }
    let lastSendings = file.lastSendings
    return refused.compactMap { name, sets in
      // Who sends it later has kept it.
      let isKept = sets.contains { set in
        lastSendings[CookiePair(name: set.name, value: set.value)].map { $0 > set.exchange }
          ?? false
      }
      guard !isKept, sets.contains(where: \.isCredential) else { return nil }
      let places = sets.map(\.exchange)
      let isLogin = places.contains { file.isLogin($0) || file.exchanges[$0].method == "POST" }
      // What others set along with a page's pictures and scripts measures, and is of no session here.
      guard isLogin || places.contains(where: file.isFirstParty) else { return nil }
      return Sign(
        places,
        Text(
          "\(name) is not SameSite=None, and another site's page made the call (\(file.names(places))).",
          "\(name)이(가) SameSite=None이 아닌데 다른 사이트의 페이지가 호출했습니다(\(file.names(places)))."),
        fields: ["Set-Cookie", "SameSite", name],
        severity: isLogin ? .high : .low, confidence: .likely)
    }
  }
}

extension CaseFile {
  /// The last request that has a cookie with a value.
  fileprivate var lastSendings: [CookiePair: Int] {
    var last: [CookiePair: Int] = [:]
    for index in exchanges.indices {
      for pair in facts[index].cookies { last[pair] = index }
    }
    return last
  }
}
