internal import MaruHTTP

/// Another site posts a form to us, and the cookie that belongs to it stays behind.
struct SameSiteBlocksCrossSitePost: Rule {
  static let declaration = Declaration(
    "cookie.samesite-blocks-cross-site-post", .high, needs: [.credentials],
    explains: ["cookie.eligible-not-sent"],
    Text(
      "SameSite keeps a cookie from another site's POST", "SameSite 때문에 다른 사이트의 POST에 쿠키가 가지 않습니다"),
    why: Text(
      "The flow's state is missing when its answer comes, as with response_mode=form_post or a payment's return.",
      "form_post 응답이나 결제 복귀처럼 흐름의 상태가 필요한 순간에 없습니다."),
    app: .nothing,
    server: Text(
      "Set SameSite=None; Secure on the flow's cookie, or let the answer come as a GET. Chrome sends a cookie without SameSite for two minutes, which hides the fault.",
      "흐름 쿠키에 SameSite=None; Secure를 쓰거나 응답을 GET으로 받으십시오. Chrome은 SameSite 없는 쿠키를 2분간 보내므로 문제가 가려집니다."
    ),
    reference: "RFC 6265bis §5.6.7.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.cookies.sendings.compactMap { index, sending in
      let exchange = file.exchanges[index]
      guard ["POST", "PUT", "PATCH", "DELETE"].contains(exchange.method),
        (400..<500).contains(file.status(index)) || (300..<400).contains(file.status(index))
      else { return nil }
      let kept = sending.staying.filter { entry in
        !entry.reasons.isEmpty
          && entry.reasons.allSatisfy {
            $0 == .crossSiteLax || $0 == .crossSiteUnsaid || $0 == .crossSiteStrict
          }
      }
      guard let cookie = kept.first?.cookie else { return nil }
      let birth = file.cookies.birth(of: cookie, upTo: index)
      let name = Words.isPlainName(cookie.name) ? cookie.name : "‹name›"
      let said = cookie.sameSite.map { "SameSite=\($0.rawValue)" } ?? "no SameSite"
      let isRefused = file.status(index) >= 400
      return Sign(
        [birth?.exchange, index].compactMap { $0 },
        Text(
          "\(name) has \(said); \(file.label(index)) comes from another site, is a \(ShownMethod(exchange.method)), and goes without it.",
          "\(name)은(는) \(cookie.sameSite == nil ? "SameSite가 없고" : said + "이고") \(file.label(index))는 다른 사이트에서 온 \(ShownMethod(exchange.method))라 쿠키 없이 갔습니다."
        ),
        fields: ["Set-Cookie", name], severity: isRefused ? .high : .low,
        confidence: isRefused ? .certain : .possible)
    }
  }
}
