/// A credential stands in an address.
struct TokenInURL: Rule {
  static let declaration = Declaration(
    "auth.token-in-url", .high, needs: [],
    Text("A token stands in the address", "주소에 토큰이 들어 있습니다"),
    why: Text(
      "Addresses are kept in logs, histories and caches, and go to other sites as Referer.",
      "주소는 로그, 방문 기록, 캐시에 남고 Referer로 다른 사이트에 전달됩니다."),
    app: Text("Send it in the Authorization field.", "Authorization 필드로 보내십시오."),
    server: Text(
      "Refuse tokens in the query, and hand out short-lived links where a field can't be sent.",
      "쿼리의 토큰을 거부하고, 필드를 보낼 수 없는 곳에는 수명이 짧은 링크를 주십시오."),
    reference: "RFC 6750 §5.3, RFC 9700 §4.3.2")

  static func look(at file: CaseFile) -> [Sign] {
    let known = Set(file.facts.compactMap { $0.credential }.filter(\.isToken).map(\.secret))
      .union(file.births.keys)
    var groups: [String: (places: [Int], names: Set<String>)] = [:]
    for index in file.exchanges.indices {
      let address = file.exchanges[index].address
      guard !address.query.isEmpty || address.fragment.contains("=") else { continue }
      for item in address.items + Address.form(address.fragment) {
        guard !item.value.isEmpty, isCredential(item, known) else { continue }
        var group = groups.removeValue(forKey: address.host) ?? ([], [])
        group.places.append(index)
        group.names.insert(item.name)
        groups[address.host] = group
      }
    }
    return groups.values.sorted { $0.places[0] < $1.places[0] }.map { group in
      Sign(
        group.places,
        Text(
          "\(Set(group.places).count) addresses carry a credential in their query (\(file.names(group.places))).",
          "주소 \(Set(group.places).count)개가 쿼리에 자격 증명을 담고 있습니다(\(file.names(group.places)))."),
        fields: group.names.filter { Words.isPlainName($0) }.sorted())
    }
  }

  private static func isCredential(
    _ item: (name: String, value: String), _ known: Set<String>
  ) -> Bool {
    let name = item.name.lowercased()
    if Words.accessNames.contains(name) || name == "refresh_token" || name == "refreshtoken"
      || name == "client_secret" || name == "password" || name == "passwd"
    {
      return true
    }
    // Names that anything may have: only a token itself counts, or one that is used elsewhere.
    return JSONWebToken(item.value) != nil || known.contains(item.value)
  }
}

extension Words {
  /// Whether a name may stand in a report: letters, digits and what joins them.
  static func isPlainName(_ name: String) -> Bool {
    name.utf8.count <= 40
      && name.utf8.allSatisfy {
        Digits.has($0) || ($0 | 0x20) &- 0x61 < 26 || $0 == 0x5F || $0 == 0x2D || $0 == 0x2E
      }
  }
}
