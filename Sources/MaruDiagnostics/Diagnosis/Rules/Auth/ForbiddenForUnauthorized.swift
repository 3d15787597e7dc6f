/// An ended or unreadable credential is answered with 403, so that nobody refreshes.
struct ForbiddenForUnauthorized: Rule {
  static let declaration = Declaration(
    "auth.403-should-be-401", .high, needs: [.responseBodies],
    explains: ["auth.no-refresh-after-expiry"],
    Text("403 is answered where 401 is meant", "401이어야 할 곳에 403으로 답합니다"),
    why: Text(
      "Clients refresh on 401 only: with 403 an ended token stays in use.",
      "클라이언트는 401에서만 갱신하므로 403이면 만료된 토큰을 계속 씁니다."),
    app: Text(
      "Until the server is mended, refresh on a 403 whose body says that the token has ended.",
      "서버를 고치기 전까지는 만료를 알리는 403에도 토큰을 갱신하십시오."),
    server: Text(
      "Answer 401 with WWW-Authenticate: Bearer error=\"invalid_token\".",
      "WWW-Authenticate: Bearer error=\"invalid_token\"과 함께 401로 답하십시오."),
    reference: "RFC 6750 §3.1, RFC 9110 §15.5.2")

  static func look(at file: CaseFile) -> [Sign] {
    var places: [String: [Int]] = [:]
    let helped = helped(file)
    for index in file.exchanges.indices where file.status(index) == 403 {
      guard file.hasCredentials(index), !file.facts[index].isPreflight else { continue }
      let challenge = file.field("www-authenticate", of: index)?.lowercased() ?? ""
      guard !challenge.contains("insufficient_scope") else { continue }
      guard file.saysExpired(index) || isHelped(index, helped, file) else { continue }
      places[file.exchanges[index].address.host, default: []].append(index)
    }
    return places.values.sorted { $0[0] < $1[0] }.map { found in
      Sign(
        found,
        Text(
          "403 came for a credential that has ended (\(file.names(found))).",
          "만료된 자격 증명에 403이 왔습니다(\(file.names(found)))."),
        fields: ["status"],
        confidence: found.contains { file.saysExpired($0) } ? .certain : .likely)
    }
  }

  /// By request: refreshes after which it was answered.
  private static func helped(_ file: CaseFile) -> [Asked: [(refresh: Int, use: Int)]] {
    var helped: [Asked: [(refresh: Int, use: Int)]] = [:]
    for (refresh, use) in zip(file.refreshes, file.firstUses) where refresh.isRenewed {
      guard let use, (200..<300).contains(file.status(use)) else { continue }
      helped[file.asked(use), default: []].append((refresh.index, use))
    }
    return helped
  }

  /// The same request with a newer token, after a refresh, was answered.
  private static func isHelped(
    _ index: Int, _ helped: [Asked: [(refresh: Int, use: Int)]], _ file: CaseFile
  ) -> Bool {
    guard let token = file.token(index), let all = helped[file.asked(index)] else { return false }
    // The next ones: much later, other things have changed as well.
    let next = all[all.prefixEnd { $0.refresh <= index }...].prefix(20)
    return next.contains { file.isAfter($0.refresh, index) && file.token($0.use) != token }
  }
}
