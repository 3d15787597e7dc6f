internal import MaruHTTP

/// A session's cookie is for another path than the calls that need it.
struct NotOnPath: Rule {
  static let declaration = Declaration(
    "cookie.not-on-path", .high, needs: [.credentials],
    explains: ["auth.401-missing-credentials"],
    Text("A cookie is not sent since its Path is another", "Path가 달라 쿠키가 보내지지 않습니다"),
    why: Text(
      "Without Path a cookie lies where its request's last slash is: calls beside it go without.",
      "Path가 없으면 쿠키는 요청의 마지막 슬래시까지만 적용되어 다른 경로의 호출에는 없습니다."),
    app: .nothing,
    server: Text("Set Path=/ for the session.", "세션 쿠키에 Path=/를 쓰십시오."),
    reference: "RFC 6265bis §5.1.4, §5.8.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.staying(.otherPath).map { name, places in
      Sign(
        places,
        Text(
          "\(name) is for another path than the calls that were turned down (\(file.names(places))).",
          "\(name)의 경로가 거절된 호출의 경로와 다릅니다(\(file.names(places)))."),
        fields: ["Set-Cookie", "Path", name], confidence: .likely)
    }
  }
}

extension CaseFile {
  /// Credentials that stayed behind for one reason alone, with requests that were turned down for it.
  func staying(_ reason: CookieReason) -> [(name: String, places: [Int])] {
    var groups: [String: [Int]] = [:]
    for (index, sending) in cookies.sendings.sorted(by: { $0.key < $1.key }) {
      guard [401, 403].contains(status(index)), !hasCredentials(index) else { continue }
      for entry in sending.staying where entry.reasons == [reason] {
        guard Words.isSessionCookie(entry.cookie.name) || entry.cookie.isHTTPOnly else { continue }
        let birth = cookies.birth(of: entry.cookie, upTo: index)
        groups[entry.cookie.name, default: []] += [birth?.exchange, index].compactMap { $0 }
      }
    }
    return groups.sorted { $0.value[0] < $1.value[0] }
      .map { (Words.isPlainName($0.key) ? $0.key : "‹name›", $0.value) }
  }
}
