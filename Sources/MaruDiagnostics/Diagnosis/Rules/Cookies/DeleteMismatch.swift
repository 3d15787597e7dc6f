internal import MaruHTTP

/// A deletion names another domain or path than the cookie has, so it stays.
struct DeleteMismatch: Rule {
  static let declaration = Declaration(
    "cookie.delete-mismatch", .high, needs: [.credentials],
    explains: ["auth.session-survives-logout"],
    Text("A cookie is deleted under another domain or path", "쿠키를 다른 도메인이나 경로로 삭제합니다"),
    why: Text(
      "To the client that is another cookie: the old one stays and is sent on.",
      "클라이언트에게는 다른 쿠키이므로 옛 쿠키가 남아 계속 보내집니다."),
    app: Text(
      "Delete the cookies of the session yourself at sign-out, by domain, path and name.",
      "로그아웃할 때 세션 쿠키를 도메인, 경로, 이름으로 직접 지우십시오."),
    server: Text(
      "Repeat Domain and Path of the cookie in the Set-Cookie that deletes it.",
      "삭제하는 Set-Cookie에 원래 쿠키의 Domain과 Path를 그대로 쓰십시오."),
    reference: "RFC 6265bis §5.7, RFC 6265 §3.1")

  static func look(at file: CaseFile) -> [Sign] {
    var signs: [Sign] = []
    var told: Set<String> = []
    for set in file.cookies.sets where set.isDeletion && set.read != nil {
      // One sign for each name, and no search for the others.
      guard !told.contains(set.name), !set.missed.isEmpty || mayHaveMissed(set, file),
        let sent = firstSent(set, file)
      else { continue }
      if let cookie = set.missed.first {
        let birth = file.cookies.birth(of: cookie, upTo: set.exchange)
        let places = [birth?.exchange, set.exchange, sent].compactMap { $0 }
        signs.append(sign(set, places, difference(set, cookie), file, isProven: true))
      } else {
        // Set before the capture began: that it is still sent tells that it was not met.
        let before = file.facts[set.exchange].cookies.first { $0.name == set.name }
        let after = file.facts[sent].cookies.first { $0.name == set.name }
        guard before == after else { continue }
        let text = Text("its Domain or Path", "Domain이나 Path")
        signs.append(sign(set, [set.exchange, sent], text, file, isProven: false))
      }
      told.insert(set.name)
    }
    return signs
  }

  /// Whether it deleted nothing although its own request had shown the cookie.
  private static func mayHaveMissed(_ set: CookieSet, _ file: CaseFile) -> Bool {
    guard case .deletedNothing(leavesNamesakes: false) = set.outcome, set.isCredential else {
      return false
    }
    return file.facts[set.exchange].cookies.contains { $0.name == set.name }
  }

  /// The first request afterwards, of the same client, that still sends it.
  private static func firstSent(_ set: CookieSet, _ file: CaseFile) -> Int? {
    let site = Facts.site(of: set.host)
    let sent = file.exchanges.indices[set.exchange...].dropFirst().prefix(1_000).first { index in
      let exchange = file.exchanges[index]
      guard CookieReplay.jar(of: exchange) == set.jar, file.isAfter(index, set.exchange) else {
        return false
      }
      let wasNew = file.cookies.sets(in: index).contains { $0.name == set.name }
      return file.facts[index].site == site && !wasNew
        && file.facts[index].cookies.contains { $0.name == set.name && !$0.value.isEmpty }
    }
    return sent ?? (set.missed.isEmpty || !file.isLogout(set.exchange) ? nil : set.exchange)
  }

  private static func sign(
    _ set: CookieSet, _ places: [Int], _ difference: Text, _ file: CaseFile, isProven: Bool
  ) -> Sign {
    let name = Words.isPlainName(set.name) ? set.name : "‹name›"
    let isLogout = file.isLogout(set.exchange)
    return Sign(
      places,
      Text(
        "\(file.label(set.exchange)) deletes \(name), but not with \(difference.english) of the cookie that there is.",
        "\(file.label(set.exchange))가 \(name)을(를) 지우지만 있는 쿠키의 \(difference.korean)와 다릅니다."),
      fields: ["Set-Cookie", name],
      severity: isLogout || set.isCredential ? .high : .low,
      confidence: isProven ? .certain : .likely)
  }

  private static func difference(_ set: CookieSet, _ cookie: Cookie) -> Text {
    let isDomain = cookie.isHostOnly != (set.read?.domain == nil) || cookie.domain != set.domain
    let isPath = set.read?.path != cookie.path
    if isDomain, isPath { return Text("the Domain and the Path", "Domain 및 Path") }
    return isDomain ? Text("the Domain", "Domain") : Text("the Path", "Path")
  }
}
