internal import Foundation

/// A good token is turned down with 401 although it may only not do what it asks.
struct UnauthorizedForForbidden: Rule {
  static let declaration = Declaration(
    "auth.401-should-be-403", .medium, needs: [.equality, .responseBodies],
    Text("401 is answered where 403 is meant", "403이어야 할 곳에 401로 답합니다"),
    why: Text(
      "Clients refresh on 401: a missing permission then makes a loop, or a sign-out.",
      "클라이언트는 401에 토큰을 갱신하므로, 권한 부족이 갱신 반복이나 로그아웃이 됩니다."),
    app: Text(
      "Treat a 401 for a token that was just issued as a refusal.",
      "방금 발급된 토큰이 받은 401은 거절로 다루십시오."),
    server: Text(
      "Answer 403, for bearer tokens with error=\"insufficient_scope\".",
      "403으로 답하고, Bearer 토큰이면 error=\"insufficient_scope\"를 함께 보내십시오."),
    reference: "RFC 9110 §15.5.4, RFC 6750 §3.1")

  static func look(at file: CaseFile) -> [Sign] {
    /// Where a token was let in.
    struct Entry: Hashable {
      let token: String
      let host: String
    }
    func entry(_ token: String, _ index: Int) -> Entry {
      Entry(token: token, host: file.exchanges[index].address.host)
    }
    var accepted: Set<Entry> = []
    for index in file.exchanges.indices where (200..<300).contains(file.status(index)) {
      if let token = file.token(index) { accepted.insert(entry(token, index)) }
    }
    var places: [String: [Int]] = [:]
    for index in file.exchanges.indices where file.status(index) == 401 {
      guard let token = file.token(index), !file.saysExpired(index), !file.isAuthStep(index) else {
        continue
      }
      let isFresh = file.births[token].map { wasJustBorn($0, index, file) } ?? false
      let isAccepted = accepted.contains(entry(token, index))
      let says = file.saysForbidden(index)
      guard says && (isFresh || isAccepted) || file.facts[index].said.contains("insufficient_scope")
      else { continue }
      places[file.exchanges[index].address.place, default: []].append(index)
    }
    return places.values.sorted { $0[0] < $1[0] }.map { found in
      Sign(
        found,
        Text(
          "A token that is good is turned down with 401 (\(file.names(found))), and the answer speaks of permission.",
          "유효한 토큰이 401로 거절되었고(\(file.names(found))) 응답은 권한을 말하고 있습니다."),
        fields: ["Authorization"], confidence: .likely)
    }
  }

  private static func wasJustBorn(_ birth: Int, _ index: Int, _ file: CaseFile) -> Bool {
    guard let end = file.exchanges[birth].end, let start = file.exchanges[index].start else {
      return birth < index
    }
    return start >= end && start.timeIntervalSince(end) < 60
  }
}
