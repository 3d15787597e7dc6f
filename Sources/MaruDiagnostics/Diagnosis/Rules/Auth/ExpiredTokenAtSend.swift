internal import Foundation

/// A token was sent after the end that it names itself.
struct ExpiredTokenAtSend: Rule {
  static let declaration = Declaration(
    "jwt.expired-at-send", .high, needs: [.times],
    explains: ["auth.no-refresh-after-expiry"],
    Text("A token had ended before it was sent", "보내기 전에 이미 만료된 토큰입니다"),
    why: Text(
      "The call was bound to fail: a round trip, and often a sign-out, for nothing.",
      "실패가 예정된 호출이라 왕복 한 번과 때로는 로그아웃을 헛되이 부릅니다."),
    app: Text(
      "Refresh before the end, by the time that the server's Date and expires_in give, not by the device's clock alone.",
      "기기 시계만이 아니라 서버의 Date와 expires_in으로 계산하여 만료 전에 갱신하십시오."),
    server: .nothing, reference: "RFC 7519 §4.1.4")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: (places: [Int], late: TimeInterval, byServer: Bool)] = [:]
    for index in file.exchanges.indices {
      guard let expires = file.facts[index].token?.expires, let token = file.token(index),
        !file.exchanges[index].isFromCache, let start = file.exchanges[index].start
      else { continue }
      let late = start.timeIntervalSince(expires)
      let server = file.serverDate(index).map { $0.timeIntervalSince(expires) }
      // A server that accepts it has another clock, or leeway (RFC 7519 §4.1.4).
      let isTaken = (200..<400).contains(file.status(index)) && file.errorBody(index) != .session
      guard !isTaken else { continue }
      // Some seconds are the clocks' own.
      guard late > 1 || (server ?? 0) > 1 && file.isRejected(index) else { continue }
      var group = groups.removeValue(forKey: token) ?? ([], 0, true)
      group.places.append(index)
      group.late = max(group.late, late, server ?? 0)
      if late > 1 { group.byServer = false }
      groups[token] = group
    }
    return groups.values.sorted { $0.places[0] < $1.places[0] }.map { group in
      let late = Int(group.late)
      return Sign(
        group.places,
        Text(
          "The token's exp had passed \(late) s before (\(file.names(group.places)))\(group.byServer ? ", by the server's clock" : "").",
          "토큰의 exp가 \(late)초 전에 지났습니다(\(file.names(group.places)))\(group.byServer ? ". 서버 시계 기준입니다" : "")."
        ),
        fields: ["Authorization", "exp"], severity: group.byServer ? .medium : .high)
    }
  }
}
