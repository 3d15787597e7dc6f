internal import Foundation

/// Good tokens are refreshed again and again, long before their end.
struct RefreshTooEarly: Rule {
  static let declaration = Declaration(
    "auth.refresh-too-early", .medium, needs: [.times, .equality, .responseBodies, .requestBodies],
    Text("Tokens are refreshed long before their end", "만료가 한참 남은 토큰을 거듭 갱신합니다"),
    why: Text(
      "Each refresh costs a round trip before the call, runs into the issuer's limits, and with rotation is a chance to lose the session.",
      "갱신마다 왕복이 들고 발급 서버의 한도에 걸리며, 회전하는 서버에서는 세션을 잃을 기회가 늘어납니다."),
    app: Text(
      "Refresh when a token is about to end or was turned down, not before each call.",
      "호출마다가 아니라 토큰이 곧 만료되거나 거절되었을 때만 갱신하십시오."),
    server: .nothing, reference: "RFC 6749 §1.5, §5.1")

  /// So many in a row are a habit and no chance.
  private static let leastCount = 4

  static func look(at file: CaseFile) -> [Sign] {
    var rejected: Set<String> = []
    for index in file.exchanges.indices where file.isRejected(index) {
      if let token = file.token(index) { rejected.insert(token) }
    }
    /// By refresh token: the refresh that handed it out, or left it as it was.
    var last: [String: RefreshAttempt] = [:]
    var chains: [Int: [Int]] = [:]
    var heads: [Int: Int] = [:]
    for refresh in file.refreshes where refresh.isRenewed {
      guard let shown = refresh.token else { continue }
      if let before = last[shown], isEarly(refresh, before, rejected, file) {
        let head = heads[before.index] ?? before.index
        heads[refresh.index] = head
        chains[head, default: [head]].append(refresh.index)
      }
      last[refresh.replacement ?? shown] = refresh
    }
    return chains.values.filter { $0.count >= leastCount }.sorted { $0[0] < $1[0] }.map { places in
      Sign(
        places,
        Text(
          "\(places.count) refreshes in a row, each with most of the last token's life still to come (\(file.names(places))).",
          "직전 토큰의 수명이 대부분 남았는데 \(places.count)번 연달아 갱신했습니다(\(file.names(places)))."),
        fields: ["expires_in"], confidence: .likely)
    }
  }

  /// Whether the last token had been used for less than a fifth of its life, and by nobody in vain.
  private static func isEarly(
    _ refresh: RefreshAttempt, _ before: RefreshAttempt, _ rejected: Set<String>, _ file: CaseFile
  ) -> Bool {
    guard let access = before.access, !rejected.contains(access), let start = refresh.start,
      let end = before.end, let seconds = file.lifetime(ofTokenBornIn: before.index)
    else { return false }
    // Those that overlap are a storm.
    let age = start.timeIntervalSince(end)
    return age >= 0 && age < seconds / 5
  }
}
