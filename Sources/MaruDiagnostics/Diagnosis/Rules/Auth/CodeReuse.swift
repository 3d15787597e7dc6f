/// An authorization code is redeemed twice.
struct CodeReuse: Rule {
  static let declaration = Declaration(
    "auth.code-reuse", .high, needs: [.requestBodies, .equality],
    Text("An authorization code is redeemed twice", "인가 코드를 두 번 교환합니다"),
    why: Text(
      "A code works once; a server that sees it again may end the session that the first use began.",
      "코드는 한 번만 쓸 수 있으며, 다시 보이면 서버가 첫 교환의 세션까지 끝낼 수 있습니다."),
    app: Text(
      "Redeem the code once, and begin anew if that fails.", "코드는 한 번만 교환하고 실패하면 처음부터 다시 하십시오."),
    server: .nothing, reference: "RFC 6749 §4.1.2")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    for index in file.exchanges.indices where file.exchanges[index].method == "POST" {
      let posted = file.facts[index].posted
      guard let code = posted["code"], !code.isEmpty, posted["grant_type"] == "authorization_code"
      else {
        continue
      }
      groups[code, default: []].append(index)
    }
    return groups.values.filter { $0.count > 1 }.compactMap { places in
      // What never reached the server has not used the code.
      let arrived = places.dropLast().contains {
        file.exchanges[$0].answer != nil || file.exchanges[$0].failure?.mayHaveArrived == true
      }
      guard arrived else { return nil }
      return Sign(
        places,
        Text(
          "The same code is shown in \(file.names(places)).", "\(file.names(places))에서 같은 코드를 보냅니다."
        ),
        fields: ["code"])
    }
  }
}
