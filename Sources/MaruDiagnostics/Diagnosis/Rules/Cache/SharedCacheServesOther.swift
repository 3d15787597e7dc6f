/// A shared cache gave one person's answer to another.
struct SharedCacheServesOther: Rule {
  static let declaration = Declaration(
    "cache.shared-cache-serves-other-identity", .critical, needs: [.equality],
    explains: ["cache.personal-response-cacheable"],
    Text("A cache gives one user's answer to another", "캐시가 한 사용자의 응답을 다른 사용자에게 줍니다"),
    why: Text("People see other people's data.", "다른 사람의 데이터가 보입니다."),
    app: .nothing,
    server: Text(
      "Send Cache-Control: private, no-store, keep these paths out of the CDN, and purge it.",
      "Cache-Control: private, no-store를 보내고, 이 경로를 CDN에서 제외한 뒤 캐시를 비우십시오."),
    reference: "RFC 9111 §7.3, §3.5")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    for index in file.exchanges.indices
    where file.exchanges[index].method == "GET" && !identity(index, file).isEmpty
      && (file.isIdentity(index) || file.facts[index].isJSON)
    {
      groups[file.exchanges[index].address.text, default: []].append(index)
    }
    return groups.values.sorted { $0[0] < $1[0] }.compactMap { places in
      for hit in places where file.isSharedHit(hit) {
        guard let mark = file.exchanges[hit].answer?.body.mark, file.isOwn(hit) else { continue }
        let other = places.first {
          $0 < hit && identity($0, file) != identity(hit, file)
            && file.exchanges[$0].answer?.body.mark == mark
        }
        guard let other else { continue }
        return Sign(
          [other, hit],
          Text(
            "\(file.label(hit)) shows another credential than \(file.label(other)) and got the same answer out of a cache.",
            "\(file.label(hit))는 \(file.label(other))와 자격 증명이 다른데 캐시에서 같은 응답을 받았습니다."),
          fields: ["X-Cache", "Age", "Cache-Control"])
      }
      return nil
    }
  }

  private static func identity(_ index: Int, _ file: CaseFile) -> [String] {
    let facts = file.facts[index]
    if let secret = facts.credential?.secret { return [facts.token?.subject ?? secret] }
    let session = facts.cookies.filter { Words.isSessionCookie($0.name) }
    // No name that is known: all that is not known to be something else.
    let found = session.isEmpty ? facts.cookies.filter { !Words.isIncidental($0.name) } : session
    return found.map(\.value).sorted()
  }
}

extension CaseFile {
  /// Whether the answer tells of a person: a list of cities is the same for all, with right.
  func isOwn(_ index: Int) -> Bool {
    if isIdentity(index) { return true }
    let names: Set<String> = [
      "user", "email", "user_id", "userid", "username", "account", "me", "profile",
    ]
    return facts[index].reply?.members.contains { names.contains($0.name.lowercased()) } ?? false
  }
}
