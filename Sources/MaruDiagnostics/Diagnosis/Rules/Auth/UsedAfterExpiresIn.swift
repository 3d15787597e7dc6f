internal import Foundation

/// A token that tells nothing of itself is sent after the time that came with it.
struct UsedAfterExpiresIn: Rule {
  static let declaration = Declaration(
    "auth.used-after-expires-in", .high, needs: [.times, .equality, .responseBodies],
    explains: ["auth.no-refresh-after-expiry"],
    Text("A token is used after its expires_in has passed", "expires_in이 지난 토큰을 사용합니다"),
    why: Text(
      "The issuer had said when it would end: the call was bound to fail.",
      "발급 서버가 만료 시점을 알려 주었으므로 실패가 예정된 호출입니다."),
    app: Text(
      "Keep the time of the answer plus expires_in beside the token, and refresh some seconds before it.",
      "응답 시각에 expires_in을 더해 토큰과 함께 보관하고 그 몇 초 전에 갱신하십시오."),
    server: .nothing, reference: "RFC 6749 §5.1, §4.2.2")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: (places: [Int], late: TimeInterval)] = [:]
    for index in file.exchanges.indices where file.isRejected(index) {
      // What names its end itself is another rule's.
      guard let token = file.token(index), file.facts[index].token?.expires == nil,
        let birth = file.births[token], let end = file.end(ofTokenBornIn: birth, token),
        let start = file.exchanges[index].start
      else { continue }
      let late = start.timeIntervalSince(end)
      guard late > 1 else { continue }
      var group = groups.removeValue(forKey: token) ?? ([birth], 0)
      group.places.append(index)
      group.late = max(group.late, late)
      groups[token] = group
    }
    return groups.values.sorted { $0.places[0] < $1.places[0] }.map { group in
      let uses = file.names(Array(group.places.dropFirst()))
      return Sign(
        group.places,
        Text(
          "The token of \(file.label(group.places[0])) had ended up to \(Int(group.late)) s before it was sent (\(uses)).",
          "\(file.label(group.places[0]))의 토큰은 보내기 최대 \(Int(group.late))초 전에 만료되었습니다(\(uses))."),
        fields: ["expires_in", "Authorization"])
    }
  }
}

extension CaseFile {
  /// How long an access token lives by the answer that it came with, in seconds.
  func lifetime(ofTokenBornIn birth: Int) -> Double? {
    let member = facts[birth].replied().first { $0.name == "expires_in" || $0.name == "expiresin" }
    return member?.value.double.flatMap { (1...1e9).contains($0) ? $0 : nil }
  }

  /// When an access token ends by the answer that it came with.
  func end(ofTokenBornIn birth: Int, _ token: String) -> Date? {
    guard let end = exchanges[birth].end, Tokens(facts[birth]).access == token,
      let seconds = lifetime(ofTokenBornIn: birth)
    else { return nil }
    return end.addingTimeInterval(seconds)
  }
}
