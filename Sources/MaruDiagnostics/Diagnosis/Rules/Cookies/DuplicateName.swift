/// One request carries two cookies of one name: which one counts is the server's guess.
struct DuplicateName: Rule {
  static let declaration = Declaration(
    "cookie.duplicate-name", .medium, needs: [],
    Text("A request carries two cookies of one name", "한 요청에 같은 이름의 쿠키가 둘 있습니다"),
    why: Text(
      "Servers read the first or the last, and often the old one: logging in again does not help.",
      "서버는 처음이나 마지막 것을, 흔히 옛것을 읽으므로 다시 로그인해도 소용없습니다."),
    app: Text(
      "Remove the one that is left from an older path or domain.",
      "이전 경로나 도메인에 남은 쿠키를 지우십시오."),
    server: Text(
      "Use one Domain and Path for a name, and delete what older versions have set.",
      "이름마다 Domain과 Path를 하나로 정하고 옛 버전의 쿠키를 지우십시오."),
    reference: "RFC 6265bis §5.8.3, §4.2.2")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: (name: String, places: [Int])] = [:]
    for index in file.exchanges.indices where file.facts[index].hasCookieField {
      let pairs = file.facts[index].cookies
      guard pairs.count > 1 else { continue }
      var values: [String: Set<String>] = [:]
      for pair in pairs { values[pair.name, default: []].insert(pair.value) }
      for (name, found) in values where found.count > 1 {
        let key = "\(file.facts[index].site) \(name)"
        groups[key, default: (name, [])].places.append(index)
      }
    }
    return groups.values.sorted { $0.places[0] < $1.places[0] }.map { group in
      let name = Words.isPlainName(group.name) ? group.name : "‹name›"
      let isCredential = Words.isSessionCookie(group.name)
      let isHarm = group.places.contains { [401, 403].contains(file.status($0)) }
      return Sign(
        group.places,
        Text(
          "\(name) goes twice with different values (\(file.names(group.places))).",
          "\(name)이(가) 서로 다른 값으로 두 번 갑니다(\(file.names(group.places)))."),
        fields: ["Cookie", name],
        severity: isCredential ? (isHarm ? .high : .medium) : .low)
    }
  }
}
