/// After a logout, the same credential still opens the door.
struct SessionSurvivesLogout: Rule {
  static let declaration = Declaration(
    "auth.session-survives-logout", .high, needs: [.credentials, .equality],
    Text("The session goes on after the logout", "로그아웃한 뒤에도 세션이 살아 있습니다"),
    why: Text(
      "Whoever has the cookie or the token stays signed in, also on a device that is sold.",
      "쿠키나 토큰을 가진 사람은 팔린 기기에서도 로그인 상태로 남습니다."),
    app: Text(
      "Delete token and cookies at sign-out, also if the server can't be reached.",
      "서버에 닿지 못해도 로그아웃할 때 토큰과 쿠키를 지우십시오."),
    server: Text(
      "End the session on the server; deleting the cookie alone leaves it good.",
      "서버에서 세션을 끝내십시오. 쿠키만 지우면 세션은 유효합니다."),
    reference: "OWASP ASVS 5.0 §7.4.1, RFC 7009 §2.1")

  static func look(at file: CaseFile) -> [Sign] {
    file.logouts.filter(file.hasCredentials)
      .compactMap { logout in
        let tokens = Set([file.facts[logout].credential?.secret].compactMap { $0 })
        let cookies = Set(file.facts[logout].sessionCookies)
        let site = file.facts[logout].site
        let later = file.exchanges.indices[logout...].dropFirst().prefix(500).filter { index in
          guard file.facts[index].site == site, file.isAfter(index, logout), !file.isLogout(index),
            (200..<300).contains(file.status(index)), !file.exchanges[index].isFromCache
          else { return false }
          if let token = file.facts[index].credential?.secret { return tokens.contains(token) }
          return file.facts[index].cookies.contains { cookies.contains($0) }
        }
        // A login in between gave a right anew, were it with the same session.
        guard let first = later.first,
          first <= file.logins.first(atLeast: logout + 1) ?? .max
        else { return nil }
        return Sign(
          [logout, first],
          Text(
            "\(file.label(first)) shows the credential of the logout \(file.label(logout)) and is let in.",
            "\(file.label(first))가 로그아웃 \(file.label(logout))의 자격 증명으로 여전히 허용됩니다."),
          fields: tokens.isEmpty ? ["Cookie"] : ["Authorization"])
      }
  }
}
