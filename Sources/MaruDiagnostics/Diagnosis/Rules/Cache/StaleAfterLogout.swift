/// An answer of the session is used after the logout.
struct StaleAfterLogout: Rule {
  static let declaration = Declaration(
    "cache.stale-after-logout", .high, needs: [],
    explains: ["cache.personal-response-cacheable"],
    Text("After the logout, an answer of the session is shown", "로그아웃 뒤에도 세션의 캐시 응답이 쓰입니다"),
    why: Text(
      "Who uses the device next sees the data of the one before.",
      "다음에 기기를 쓰는 사람이 이전 사람의 데이터를 봅니다."),
    app: Text("Empty the cache at sign-out.", "로그아웃할 때 캐시를 비우십시오."),
    server: Text(
      "Send Cache-Control: no-store with personal answers, and Clear-Site-Data: \"cache\" with the logout.",
      "개인 응답에는 no-store를, 로그아웃에는 Clear-Site-Data: \"cache\"를 보내십시오."),
    reference: "RFC 9111 §5.2.2.5, Clear Site Data §3")

  static func look(at file: CaseFile) -> [Sign] {
    file.staleAnswers(since: file.logouts)
  }
}

extension CaseFile {
  /// Answers out of the client's cache that were made before an event which changed who asks.
  func staleAnswers(since changes: [Int]) -> [Sign] {
    guard !changes.isEmpty else { return [] }
    let changesBySite = Dictionary(grouping: changes) { facts[$0].site }
    /// An answer by its address and the mark of its body.
    struct Answer: Hashable {
      let url: String
      let mark: UInt64?
    }
    func answer(_ index: Int) -> Answer {
      Answer(url: exchanges[index].address.text, mark: exchanges[index].answer?.body.mark)
    }
    let made = Dictionary(
      grouping: exchanges.indices.filter {
        exchanges[$0].method == "GET" && (200..<300).contains(status($0))
      }, by: answer)
    var signs: [Sign] = []
    var seen: Set<String> = []
    for hit in exchanges.indices {
      let exchange = exchanges[hit]
      guard exchange.isFromCache || isSharedHit(hit), exchange.method == "GET",
        isIdentity(hit) || isOwn(hit), !seen.contains(exchange.address.text),
        let change = changesBySite[facts[hit].site]?.last(below: hit),
        let made = made[answer(hit)]?.last(below: change)
      else { continue }
      seen.insert(exchange.address.text)
      signs.append(
        Sign(
          [made, change, hit],
          Text(
            "\(label(hit)) was answered out of a cache with what \(label(made)) got before \(label(change)).",
            "\(label(hit))는 \(label(change)) 이전에 \(label(made))가 받은 응답을 캐시에서 받았습니다."),
          fields: ["Cache-Control", "ETag"]))
    }
    return signs
  }
}
