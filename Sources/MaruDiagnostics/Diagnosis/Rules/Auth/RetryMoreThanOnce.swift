/// One request is sent again and again although each new token was turned down.
struct RetryMoreThanOnce: Rule {
  static let declaration = Declaration(
    "auth.retry-more-than-once", .high, needs: [.equality],
    Text("A call is retried more than once after 401", "401 뒤에 같은 호출을 두 번 이상 재시도합니다"),
    why: Text(
      "If a fresh token is turned down, the next one will be, too.",
      "새 토큰이 거절되었다면 그다음 토큰도 거절됩니다."),
    app: Text(
      "Mark a request as retried, and hand its second 401 to the caller.",
      "요청에 재시도 표시를 하고 두 번째 401은 호출자에게 돌려주십시오."),
    server: .nothing, reference: "RFC 9110 §15.5.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.groupsOfSame { file.status($0) == 401 && file.hasCredentials($0) && !file.isAuthStep($0) }
      .compactMap { places in
        let tokens = Set(
          places.compactMap { file.token($0) ?? file.exchanges[$0].request["cookie"] })
        guard places.count >= 3, tokens.count >= 3 else { return nil }
        return Sign(
          places,
          Text(
            "The same request was answered 401 \(places.count) times with \(tokens.count) different credentials (\(file.names(places))).",
            "같은 요청이 서로 다른 자격 증명 \(tokens.count)개로 \(places.count)번 401을 받았습니다(\(file.names(places)))."
          ),
          fields: ["Authorization"])
      }
  }
}

extension CaseFile {
  /// Requests that ask the same, in groups of at least two, in the order of their first.
  func groupsOfSame(_ isWanted: (Int) -> Bool) -> [[Int]] {
    var groups: [Asked: [Int]] = [:]
    for index in exchanges.indices where isWanted(index) {
      groups[asked(index), default: []].append(index)
    }
    return groups.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
  }

  /// Labels as one reads them: four, and how many more.
  func names(_ indices: [Int]) -> String {
    let all = Set(indices).sorted().map(label)
    let shown = all.prefix(4).joined(separator: ", ")
    return all.count > 4 ? "\(shown), +\(all.count - 4)" : shown
  }
}
