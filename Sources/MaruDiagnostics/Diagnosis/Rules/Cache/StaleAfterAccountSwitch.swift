/// One person's answer is shown, out of the client's cache, to the next one.
struct StaleAfterAccountSwitch: Rule {
  static let declaration = Declaration(
    "cache.stale-after-account-switch", .critical, needs: [.equality],
    explains: ["cache.stale-after-login", "cache.personal-response-cacheable"],
    Text(
      "After a change of account, the other one's answer is shown", "계정을 바꾼 뒤 이전 계정의 캐시 응답이 쓰입니다"),
    why: Text("People see other people's data.", "다른 사람의 데이터가 보입니다."),
    app: Text("Give each account a cache of its own.", "계정마다 캐시를 따로 두십시오."),
    server: Text(
      "Send Cache-Control: no-store, or Vary: Authorization, Cookie.",
      "Cache-Control: no-store 또는 Vary: Authorization, Cookie를 보내십시오."),
    reference: "RFC 9111 §4.1")

  static func look(at file: CaseFile) -> [Sign] {
    var last: [String: (index: Int, token: String, mark: UInt64?)] = [:]
    var signs: [Sign] = []
    for index in file.exchanges.indices where file.exchanges[index].method == "GET" {
      let exchange = file.exchanges[index]
      guard let token = file.facts[index].token?.subject ?? file.sessionValue(index),
        file.status(index) == 200, file.isIdentity(index) || file.isOwn(index)
      else { continue }
      if exchange.isFromCache, let before = last[exchange.address.text], before.token != token,
        before.mark == exchange.answer?.body.mark
      {
        signs.append(
          Sign(
            [before.index, index],
            Text(
              "\(file.label(index)) shows another account than \(file.label(before.index)) and got its answer out of the cache.",
              "\(file.label(index))는 \(file.label(before.index))와 다른 계정인데 캐시에서 같은 응답을 받았습니다."),
            fields: ["Cache-Control"]))
      } else if !exchange.isFromCache {
        last[exchange.address.text] = (index, token, exchange.answer?.body.mark)
      }
    }
    return signs
  }
}

extension CaseFile {
  /// The value of the cookie that lets in, if there is one.
  func sessionValue(_ index: Int) -> String? {
    facts[index].sessionCookies.first?.value
  }
}
