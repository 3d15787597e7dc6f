/// Each answer begins a new session, since the cookie never comes back.
struct NewSessionEveryResponse: Rule {
  static let declaration = Declaration(
    "cookie.new-session-every-response", .medium, needs: [.credentials],
    Text("Every answer begins a new session", "응답마다 새 세션이 시작됩니다"),
    why: Text(
      "Nothing that is kept in the session survives, and the server collects dead ones.",
      "세션에 저장한 것이 남지 않고 서버에는 죽은 세션이 쌓입니다."),
    app: Text(
      "Use one URLSession with a cookie storage for all calls of the server.",
      "그 서버의 모든 호출에 쿠키 저장소가 있는 URLSession 하나를 쓰십시오."),
    server: Text(
      "Find out why the client may not keep it: Secure over http, Domain, Path, SameSite.",
      "클라이언트가 왜 보관하지 못하는지 확인하십시오: http의 Secure, Domain, Path, SameSite."),
    reference: "RFC 6265bis §5.7")

  static func look(at file: CaseFile) -> [Sign] {
    var sent: Set<HostCookie> = []
    for index in file.exchanges.indices {
      let host = file.exchanges[index].address.host
      for pair in file.facts[index].cookies {
        sent.insert(HostCookie(host: host, name: pair.name))
      }
    }
    return file.cookieGroups { $0.isCredential && !$0.isDeletion && file.isFirstParty($0.exchange) }
      .compactMap { name, sets in
        let places = Set(sets.map(\.exchange)).sorted()
        guard places.count >= 3, Set(sets.map(\.value)).count >= 3 else { return nil }
        // One after the other, none with the cookie that the one before had set.
        let isSent = sent.contains(HostCookie(host: sets[0].host, name: sets[0].name))
        let inTurn = zip(places, places.dropFirst()).filter { file.isAfter($1, $0) }.count
        guard !isSent, inTurn >= 2 else { return nil }
        return Sign(
          places,
          Text(
            "\(name) was set \(sets.count) times with new values, and no request has sent it (\(file.names(places))).",
            "\(name)이(가) 새 값으로 \(sets.count)번 설정되었지만 보낸 요청이 없습니다(\(file.names(places)))."),
          fields: ["Set-Cookie", name])
      }
  }

  /// A cookie's name with the host that it went to.
  private struct HostCookie: Hashable {
    let host: String
    let name: String
  }
}
