/// An answer about one person may be kept for others.
struct PersonalResponseCacheable: Rule {
  static let declaration = Declaration(
    "cache.personal-response-cacheable", .medium, needs: [],
    Text("A personal answer may be kept by shared caches", "개인 응답을 공유 캐시가 저장할 수 있습니다"),
    why: Text(
      "A cache on the way gives it to the next person who asks.",
      "중간 캐시가 다음에 묻는 사람에게 줍니다."),
    app: Text(
      "Ask for personal answers with the cache policy reloadIgnoringLocalCacheData.",
      "개인 응답은 reloadIgnoringLocalCacheData 정책으로 요청하십시오."),
    server: Text(
      "Send Cache-Control: private, no-store.", "Cache-Control: private, no-store를 보내십시오."),
    reference: "RFC 9111 §3, §5.2.2.7")

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter { index in
      file.exchanges[index].method == "GET" && file.isPersonal(index)
        && file.isIdentityAnswer(index)
        && !file.isCacheHit(index) && file.isSharedStorable(index)
        && !file.varies(index, by: "cookie") && !file.varies(index, by: "authorization")
    }
    guard !found.isEmpty else { return [] }
    let served = Set(
      file.exchanges.indices.filter(file.isSharedHit).map { file.exchanges[$0].address.text })
    let groups = Dictionary(grouping: found) { file.exchanges[$0].address.place }
    return groups.values.sorted { $0[0] < $1[0] }.map { places in
      let isServed = served.contains(file.exchanges[places[0]].address.text)
      return Sign(
        places,
        Text(
          "A personal answer is neither private nor no-store, and does not vary (\(file.names(places))).",
          "개인 응답인데 private도 no-store도 아니고 Vary도 없습니다(\(file.names(places)))."),
        fields: ["Cache-Control"], severity: isServed ? .high : .medium,
        confidence: file.isIdentity(places[0]) ? .certain : .likely)
    }
  }
}

extension CaseFile {
  /// Whether an answer is somebody's own by its path, or by a credential that it was asked with.
  ///
  /// A cookie that goes with everything makes nothing personal: a picture does not become so.
  func isIdentityAnswer(_ index: Int) -> Bool {
    if isIdentity(index) { return true }
    return facts[index].credential != nil && facts[index].isJSON
  }
}
