/// A request carries a session cookie and a token, and they stand for two people.
struct CookieAndBearerConflict: Rule {
  static let declaration = Declaration(
    "auth.cookie-and-bearer-conflict", .high,
    needs: [.credentials, .responseBodies],
    Text("Cookie and token name two different users", "쿠키와 토큰이 서로 다른 사용자를 가리킵니다"),
    why: Text(
      "Which of the two a server believes is chance: people see other people's data.",
      "서버가 무엇을 믿을지는 우연이며, 다른 사람의 데이터가 보입니다."),
    app: Text(
      "Send calls with tokens through a session without cookies (httpShouldSetCookies = false, httpCookieStorage = nil).",
      "토큰을 쓰는 호출은 쿠키 없는 URLSession(httpShouldSetCookies = false, httpCookieStorage = nil)으로 보내십시오."),
    server: Text(
      "Refuse requests that carry two identities.", "두 신원이 담긴 요청은 거절하십시오."),
    reference: "RFC 6750 §2, RFC 6265 §8.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard let subject = file.facts[index].token?.subject, file.status(index) == 200,
        let pair = file.facts[index].sessionCookies.first
      else { return false }
      let jar = CookieReplay.jar(of: file.exchanges[index])
      let login = file.cookies.source(of: pair, jar: jar, before: file.exchanges[index].start)
      let atLogin = login.map { Identity.all(in: file.facts[$0.exchange]) } ?? []
      let answered = file.isIdentity(index) ? Identity.all(in: file.facts[index]) : []
      let known = atLogin + answered
      guard !known.contains(subject) else { return false }
      // Two kinds of names can't be compared: a number and an address may be one person.
      return known.contains { Identity.areComparable($0, subject) }
    }.map { found in
      Sign(
        found,
        Text(
          "The token's subject is not the user whom the session cookie stands for (\(file.names(found))).",
          "토큰의 주체가 세션 쿠키의 사용자와 다릅니다(\(file.names(found)))."),
        fields: ["Authorization", "Cookie"], confidence: .likely)
    }
  }
}

/// What answers call the person that they are about.
enum Identity {
  private static let names: Set<String> = [
    "id", "sub", "user_id", "userid", "uid", "user", "username", "email", "login", "account_id",
  ]

  /// All that the outermost members, and those of a user in them, say.
  static func all(in facts: Facts) -> [String] {
    guard let reply = facts.reply else { return [] }
    let inner = ["user", "data", "me", "account", "profile"].compactMap { reply[$0] }
    return ([reply] + inner).flatMap { object in
      object.members.compactMap { member in
        names.contains(member.name.lowercased()) ? member.value.scalar : nil
      }
    }
  }

  static func areComparable(_ one: String, _ other: String) -> Bool {
    let (first, second) = (kind(one), kind(other))
    return first == second && first != .other
  }

  private enum Kind: Hashable { case number, mail, uuid, other }

  private static func kind(_ text: String) -> Kind {
    if !text.isEmpty, text.utf8.allSatisfy(Digits.has) { return .number }
    if text.contains("@") || text.hasPrefix("mail-") { return .mail }
    if text.hasPrefix("uuid-") { return .uuid }
    let isUUID =
      text.utf8.count == 36 && text.split(separator: "-").map(\.count) == [8, 4, 4, 4, 12]
    return isUUID ? .uuid : .other
  }
}
