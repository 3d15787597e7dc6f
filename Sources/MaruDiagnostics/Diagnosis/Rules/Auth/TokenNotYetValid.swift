internal import Foundation

/// A token was shown before the beginning that it names itself.
struct TokenNotYetValid: Rule {
  static let declaration = Declaration(
    "jwt.not-yet-valid", .high, needs: [.times],
    Text("A token is not valid yet where it is shown", "토큰이 아직 유효하지 않습니다"),
    why: Text(
      "The clocks of issuer and API differ: each fresh token fails for as long as they do.",
      "발급 서버와 API의 시계가 달라, 새 토큰이 그 차이만큼 실패합니다."),
    app: Text(
      "Nothing is wrong in the app; a retry after the difference would succeed.",
      "앱의 잘못이 아닙니다. 시계 차이만큼 뒤에는 성공합니다."),
    server: Text(
      "Set the issuer's clock, and allow a leeway of up to a few minutes for nbf and iat.",
      "발급 서버의 시계를 맞추고 nbf와 iat에 몇 분의 여유를 두십시오."),
    reference: "RFC 7519 §4.1.5, RFC 8725 §3.8")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: (places: [Int], early: TimeInterval)] = [:]
    for index in file.exchanges.indices where file.isRejected(index) {
      guard let jwt = file.facts[index].token, let token = file.token(index),
        let begin = [jwt.notBefore, jwt.issued].compactMap({ $0 }).max(),
        let now = file.serverDate(index) ?? file.exchanges[index].start
      else { continue }
      let early = begin.timeIntervalSince(now)
      guard early > 1 else { continue }
      var group = groups.removeValue(forKey: token) ?? (file.births[token].map { [$0] } ?? [], 0)
      group.places.append(index)
      group.early = max(group.early, early)
      groups[token] = group
    }
    return groups.values.sorted { $0.places[0] < $1.places[0] }.map { group in
      Sign(
        group.places,
        Text(
          "The token begins \(Int(group.early)) s after the time of the server that turned it down (\(file.names(group.places))).",
          "토큰의 시작이 거절한 서버의 시각보다 \(Int(group.early))초 뒤입니다(\(file.names(group.places)))."),
        fields: ["Authorization", "nbf", "iat"])
    }
  }
}
