/// A credential follows a redirect to somebody else.
struct RedirectLeaksAuthorization: Rule {
  static let declaration = Declaration(
    "auth.redirect-leaks-authorization", .critical, needs: [.redirects, .equality],
    explains: ["leak.secret-third-party", "auth.double-credentials"],
    Text("A redirect takes the token to another origin", "리디렉션이 토큰을 다른 출처로 넘깁니다"),
    why: Text(
      "Who runs the other server can use the token.",
      "다른 서버의 운영자가 그 토큰을 쓸 수 있습니다."),
    app: Text(
      "Take the Authorization field off when a redirect leaves the origin, and renew the token.",
      "리디렉션이 출처를 벗어나면 Authorization 필드를 지우고 토큰을 새로 받으십시오."),
    server: Text(
      "Do not redirect calls with credentials to other origins; hand out a signed address in the body.",
      "자격 증명이 있는 호출을 다른 출처로 리디렉션하지 말고 서명된 주소를 본문으로 주십시오."),
    reference: "RFC 9110 §15.4, RFC 6750 §5.2, Fetch §4.4")

  static func look(at file: CaseFile) -> [Sign] {
    file.hops.compactMap { hop in
      guard let first = file.facts[hop.from].credential, let second = file.facts[hop.to].credential,
        first.secret == second.secret
      else { return nil }
      let (from, to) = (file.exchanges[hop.from].address, file.exchanges[hop.to].address)
      let isUpgrade = from.host == to.host && from.scheme == "http" && to.scheme == "https"
      guard from.origin != to.origin, !isUpgrade else { return nil }
      let isOwn = file.facts[hop.from].site == file.facts[hop.to].site
      let isClear = from.isSecure && !to.isSecure
      return Sign(
        [hop.from, hop.to],
        Text(
          "\(file.label(hop.to)) is another origin than \(file.label(hop.from)), and got its credential.",
          "\(file.label(hop.to))는 \(file.label(hop.from))와 다른 출처인데 자격 증명을 받았습니다."),
        fields: [first.field == "authorization" ? "Authorization" : first.field, "Location"],
        severity: isOwn && !isClear ? .high : .critical)
    }
  }
}
