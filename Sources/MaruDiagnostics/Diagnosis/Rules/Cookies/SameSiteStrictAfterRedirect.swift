internal import MaruHTTP

/// A session with `SameSite=Strict` is set at the end of a login elsewhere, and is not sent on.
struct SameSiteStrictAfterRedirect: Rule {
  static let declaration = Declaration(
    "cookie.samesite-strict-after-cross-site-redirect", .high, needs: [.credentials, .redirects],
    explains: [
      "auth.login-redirect-loop", "cookie.eligible-not-sent", "cookie.new-session-every-response",
    ],
    Text(
      "SameSite=Strict keeps the session back after a login elsewhere",
      "다른 사이트에서 로그인한 뒤 SameSite=Strict가 세션을 막습니다"),
    why: Text(
      "The navigation began on another site, so the browser does not send the cookie, and the login begins anew.",
      "다른 사이트에서 시작된 이동이라 브라우저가 쿠키를 보내지 않고 로그인이 다시 시작됩니다."),
    app: Text("Nothing: only the server can change it.", "서버에서만 바꿀 수 있습니다."),
    server: Text(
      "Use SameSite=Lax for a session that must live through a redirect from another site.",
      "다른 사이트에서 오는 리디렉션을 거치는 세션에는 SameSite=Lax를 쓰십시오."),
    reference: "RFC 6265bis §5.6.7.1, §8.8.2")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    for (index, sending) in file.cookies.sendings.sorted(by: { $0.key < $1.key }) {
      guard (300..<400).contains(file.status(index)) || [401, 403].contains(file.status(index))
      else {
        continue
      }
      for entry in sending.staying where entry.reasons == [.crossSiteStrict] {
        guard Words.isSessionCookie(entry.cookie.name) || entry.cookie.isHTTPOnly else { continue }
        let birth = file.cookies.birth(of: entry.cookie, upTo: index)
        groups["\(entry.cookie.domain) \(entry.cookie.name)", default: []] +=
          [birth?.exchange, index].compactMap { $0 }
      }
    }
    return groups.map { key, places in
      let raw = String(key.split(separator: " ").last ?? "")
      let name = Words.isPlainName(raw) ? raw : "‹name›"
      return Sign(
        places,
        Text(
          "\(name) is SameSite=Strict; the requests that follow the login elsewhere go without it (\(file.names(places))).",
          "\(name)이(가) SameSite=Strict라 다른 사이트의 로그인 다음 요청에 함께 가지 않습니다(\(file.names(places)))."),
        fields: ["Set-Cookie", name], confidence: .likely)
    }
  }
}
