/// A password or a token goes over plain http.
struct CredentialsOverHTTP: Rule {
  static let declaration = Declaration(
    "leak.credentials-over-http", .critical, needs: [],
    Text("Credentials go unencrypted", "자격 증명이 암호화 없이 전송됩니다"),
    why: Text("Anyone on the network path can read and use them.", "경로상의 누구나 읽고 쓸 수 있습니다."),
    app: Text(
      "Use the https address, and replace the exposed password or token.",
      "https 주소를 쓰고 노출된 자격 증명을 바꾸십시오."),
    server: Text(
      "Refuse http for calls with credentials instead of redirecting it, and send HSTS.",
      "자격 증명이 있는 http 호출은 리디렉션하지 말고 거절하고 HSTS를 보내십시오."),
    reference: "RFC 6750 §5.3, RFC 6819 §4.3.3")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: (places: [Int], isStrong: Bool)] = [:]
    for index in file.exchanges.indices {
      let exchange = file.exchanges[index]
      guard exchange.address.scheme == "http", !exchange.address.isLoopback, !exchange.isFromCache,
        // What the system blocked has not left the device.
        exchange.failure?.kind != .cleartextBlocked, exchange.failure?.kind != .nameNotFound
      else { continue }
      let facts = file.facts[index]
      let isSecret = facts.posted.contains { name, value in
        !value.isEmpty
          && (Words.passwordNames.contains(name) && name != "pin" && name != "pass" && name != "otp"
            || Words.accessNames.contains(name) || name == "refresh_token")
      }
      let isStrong = isSecret || facts.credential != nil && facts.credential?.kind != .digest
      guard isStrong || !facts.sessionCookies.isEmpty else { continue }
      groups[exchange.address.host, default: ([], false)].places.append(index)
      if isStrong { groups[exchange.address.host]?.isStrong = true }
    }
    return groups.values.sorted { $0.places[0] < $1.places[0] }.map { group in
      Sign(
        group.places,
        Text(
          "\(group.isStrong ? "A password or token" : "A session's cookie") went over http (\(file.names(group.places))).",
          "\(group.isStrong ? "비밀번호나 토큰" : "세션 쿠키")이(가) http로 갔습니다(\(file.names(group.places)))."),
        severity: group.isStrong ? .critical : .low,
        // A name is a hint, and what has no answer may never have been sent.
        confidence: group.isStrong && group.places.contains { file.exchanges[$0].answer != nil }
          ? .certain : .likely)
    }
  }
}
