/// The login comes back with another state than it was begun with.
struct StateMismatch: Rule {
  static let declaration = Declaration(
    "auth.state-mismatch", .high, needs: [.redirects, .equality],
    Text("The login's state is not the one that was sent", "로그인의 state가 보낸 것과 다릅니다"),
    why: Text(
      "The answer belongs to another login, or to another person's: it must be refused.",
      "응답이 다른 로그인이나 다른 사람의 것이므로 거절해야 합니다."),
    app: Text(
      "Keep one login at a time, and its state until it ends.",
      "로그인은 한 번에 하나만 하고 끝날 때까지 state를 보관하십시오."),
    server: Text("Return the state unchanged.", "state를 그대로 돌려주십시오."),
    reference: "RFC 6749 §10.12, RFC 9700 §4.7.1")

  static func look(at file: CaseFile) -> [Sign] {
    func state(_ index: Int) -> String? {
      file.exchanges[index].address.items.first { $0.name == "state" }?.value
    }
    let asked = file.exchanges.indices.filter { index in
      guard !file.exchanges[index].address.query.isEmpty else { return false }
      let items = file.exchanges[index].address.items
      return items.contains { $0.name == "response_type" || $0.name == "client_id" }
        && state(index) != nil
    }
    guard !asked.isEmpty else { return [] }
    let known = Set(asked.compactMap(state))
    return file.exchanges.indices.compactMap { index in
      guard !file.exchanges[index].address.query.isEmpty else { return nil }
      let items = file.exchanges[index].address.items
      guard items.contains(where: { $0.name == "code" }), let back = state(index),
        !known.contains(back),
        let begin = asked.last(below: index)
      else { return nil }
      return Sign(
        [begin, index],
        Text(
          "\(file.label(index)) brings a state that \(file.label(begin)) did not send.",
          "\(file.label(index))의 state는 \(file.label(begin))가 보낸 것이 아닙니다."),
        fields: ["state"])
    }
  }
}
