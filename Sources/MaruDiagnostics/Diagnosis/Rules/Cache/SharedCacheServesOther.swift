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
    var holders: [Answer: [Holder]] = [:]
    var told: Set<String> = []
    var signs: [Sign] = []
    for index in file.exchanges.indices where file.exchanges[index].method == "GET" {
      let url = file.exchanges[index].address.text
      guard let mark = file.exchanges[index].answer?.body.mark, !told.contains(url),
        file.isIdentity(index) || file.facts[index].isJSON
      else { continue }
      let identity = identity(index, file)
      guard !identity.isEmpty else { continue }
      let answer = Answer(url: url, mark: mark)
      let known = holders[answer] ?? []
      if let other = known.first(where: { $0.identity != identity }), file.isSharedHit(index),
        file.isOwn(index)
      {
        told.insert(url)
        signs.append(sign(other.place, index, file))
      }
      // Two are enough: one of them is another than whoever comes.
      if known.count < 2, known.first?.identity != identity {
        holders[answer, default: []].append(Holder(place: index, identity: identity))
      }
    }
    return signs
  }

  /// What was answered, and where.
  private struct Answer: Hashable {
    let url: String
    let mark: UInt64
  }

  /// Who got an answer first.
  private struct Holder {
    let place: Int
    let identity: [String]
  }

  private static func sign(_ other: Int, _ hit: Int, _ file: CaseFile) -> Sign {
    Sign(
      [other, hit],
      Text(
        "\(file.label(hit)) shows another credential than \(file.label(other)) and got the same answer out of a cache.",
        "\(file.label(hit))는 \(file.label(other))와 자격 증명이 다른데 캐시에서 같은 응답을 받았습니다."),
      fields: ["X-Cache", "Age", "Cache-Control"])
  }

  private static func identity(_ index: Int, _ file: CaseFile) -> [String] {
    let facts = file.facts[index]
    if let secret = facts.credential?.secret { return [facts.token?.subject ?? secret] }
    // No name that is known: all that is not known to be something else.
    let found =
      facts.sessionCookies.isEmpty
      ? facts.cookies.filter { !Words.isIncidental($0.name) } : facts.sessionCookies
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
