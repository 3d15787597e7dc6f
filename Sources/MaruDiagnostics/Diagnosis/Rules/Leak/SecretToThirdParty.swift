/// A credential of one site reaches another.
struct SecretToThirdParty: Rule {
  static let declaration = Declaration(
    "leak.secret-third-party", .high, needs: [.equality],
    Text("A credential reached another site", "자격 증명이 다른 사이트에 전달되었습니다"),
    why: Text("Who runs that site can use it.", "그 사이트의 운영자가 쓸 수 있습니다."),
    app: Text(
      "Send credentials to their own origin only, and renew this one.",
      "자격 증명은 자신의 출처에만 보내고 이것은 새로 받으십시오."),
    server: Text("Revoke it.", "폐기하십시오."), reference: "RFC 6750 §5.2, RFC 9700 §4.9")

  static func look(at file: CaseFile) -> [Sign] {
    var homes: [String: Set<String>] = [:]
    for (token, birth) in file.births { homes[token, default: []].insert(file.facts[birth].site) }
    var signs: [String: [Int]] = [:]
    var first: [String: Int] = [:]
    for index in file.exchanges.indices {
      guard let credential = file.facts[index].credential, credential.kind != .digest else {
        continue
      }
      let site = file.facts[index].site
      if homes[credential.secret] == nil || first[credential.secret] == nil {
        // Where it is shown first it belongs, beside where it was made: an issuer may stand apart.
        homes[credential.secret, default: []].insert(site)
        first[credential.secret] = index
      }
      guard homes[credential.secret]?.contains(site) == false else { continue }
      // A service that was called on purpose accepts it; a stranger has no use for it.
      guard file.source(of: index) != nil || (400..<500).contains(file.status(index)) else {
        continue
      }
      signs["\(site)", default: []].append(index)
    }
    for index in file.exchanges.indices {
      let exchange = file.exchanges[index]
      let site = file.facts[index].site
      let texts = [exchange.address.query, exchange.request["referer"] ?? ""].filter {
        $0.contains("=")
      }
      guard !texts.isEmpty else { continue }
      for item in texts.flatMap({
        Address.form($0.split(separator: "?").last.map(String.init) ?? "")
      }) {
        guard let home = homes[item.value], !home.contains(site) else { continue }
        signs[site, default: []].append(index)
      }
    }
    return signs.values.sorted { $0[0] < $1[0] }.map { places in
      Sign(
        places,
        Text(
          "\(file.names(places)) carry a credential that belongs to another site.",
          "\(file.names(places))에 다른 사이트의 자격 증명이 있습니다."),
        fields: ["Authorization"], confidence: .likely)
    }
  }
}
