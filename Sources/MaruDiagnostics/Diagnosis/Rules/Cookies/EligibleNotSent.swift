internal import MaruHTTP

/// A cookie that belongs to a request does not go with it, and the request fails.
struct EligibleNotSent: Rule {
  static let declaration = Declaration(
    "cookie.eligible-not-sent", .high, needs: [.credentials],
    explains: ["auth.401-missing-credentials"],
    Text("A cookie should have gone with the request", "요청에 있어야 할 쿠키가 없습니다"),
    why: Text(
      "The server sees a stranger although the client has the session.",
      "클라이언트에 세션이 있는데도 서버는 낯선 사람으로 봅니다."),
    app: Text(
      "Use one cookie storage for all sessions (httpCookieStorage, httpShouldSetCookies), and in pages fetch with credentials: \"include\".",
      "모든 세션이 같은 쿠키 저장소를 쓰게 하고(httpCookieStorage, httpShouldSetCookies), 페이지에서는 credentials: \"include\"로 부르십시오."
    ),
    server: .nothing, reference: "RFC 6265bis §5.8.3, Fetch §2.2.5")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    for (index, sending) in file.cookies.sendings.sorted(by: { $0.key < $1.key }) {
      let status = file.status(index)
      guard
        status == 401 || status == 403 || isToLogin(index, file)
          || isNewSession(index, sending, file),
        file.exchanges[index].failure == nil
      else { continue }
      for cookie in sending.missing where isCredential(cookie.name, cookie.isHTTPOnly) {
        guard let birth = file.cookies.birth(of: cookie, upTo: index),
          file.isAfter(index, birth.exchange)
        else { continue }
        groups["\(cookie.domain) \(cookie.name)", default: []] += [birth.exchange, index]
      }
    }
    return groups.map { key, places in
      let raw = String(key.split(separator: " ", omittingEmptySubsequences: false).last ?? "")
      let name = Words.isPlainName(raw) ? raw : "‹name›"
      return Sign(
        places,
        Text(
          "\(name) was there and belonged to the request, but did not go (\(file.names(places))).",
          "\(name)이(가) 있었고 요청에 해당했지만 보내지지 않았습니다(\(file.names(places)))."),
        fields: ["Cookie", name], confidence: .likely)
    }
  }

  private static func isCredential(_ name: String, _ isHTTPOnly: Bool) -> Bool {
    Words.isSessionCookie(name) || isHTTPOnly && !name.hasPrefix("_")
  }

  private static func isToLogin(_ index: Int, _ file: CaseFile) -> Bool {
    guard let location = file.exchanges[index].answer?.location else { return false }
    let address = file.exchanges[index].address
    return file.isLoginPage(address.resolving(location)) && !file.isLoginPage(address)
  }

  /// The server gave a new one of the same name: it did not see the old one.
  private static func isNewSession(
    _ index: Int, _ sending: CookieReplay.Sending, _ file: CaseFile
  ) -> Bool {
    file.cookies.sets(in: index).contains { set in
      set.isCredential && !set.isDeletion && !file.isLogin(index)
        && sending.missing.contains { $0.name == set.name && $0.value.text != set.value }
    }
  }
}
