/// An answer from before a login is used after it.
struct StaleAfterLogin: Rule {
  static let declaration = Declaration(
    "cache.stale-after-login", .high, needs: [],
    explains: ["cache.personal-response-cacheable"],
    Text("After the login, an answer from before it is shown", "로그인 뒤에도 이전의 캐시 응답이 쓰입니다"),
    why: Text(
      "The app takes the user for signed out, or for somebody else.",
      "앱이 사용자를 로그아웃 상태나 다른 사람으로 여깁니다."),
    app: Text(
      "Empty the cache at each change of identity, or ask identity with reloadIgnoringLocalCacheData.",
      "신원이 바뀔 때마다 캐시를 비우거나 신원 요청은 reloadIgnoringLocalCacheData로 하십시오."),
    server: Text(
      "Send Cache-Control: no-store, or private, no-cache with Vary: Cookie, where the answer depends on who asks.",
      "사용자에 따라 달라지는 응답에는 no-store, 또는 private, no-cache와 Vary: Cookie를 보내십시오."),
    reference: "RFC 9111 §4, §4.1")

  static func look(at file: CaseFile) -> [Sign] {
    file.staleAnswers(since: file.logins.filter { !file.isLogout($0) })
  }
}
