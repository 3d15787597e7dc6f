internal import MaruHTTP

/// `Cache-Control` contradicts itself, or has a word that no cache knows.
struct BadDirectives: Rule {
  static let declaration = Declaration(
    "cache.bad-directives", .low, needs: [],
    explains: ["cache.personal-response-cacheable"],
    Text("Cache-Control is misspelt or contradicts itself", "Cache-Control이 잘못 쓰였거나 모순됩니다"),
    why: Text(
      "Caches pass over what they do not know: the answer is kept as if nothing had been said.",
      "캐시는 모르는 지시를 무시하므로 아무 말도 없는 것처럼 저장합니다."),
    app: .nothing,
    server: Text(
      "Write no-store, no-cache, private and max-age=SECONDS, and one answer to each question.",
      "no-store, no-cache, private, max-age=초를 정확히 쓰고 서로 모순되지 않게 하십시오."),
    reference: "RFC 9111 §5.2, §4.2.1")

  private static let misspelt: Set<String> = [
    "nostore", "no_store", "no store", "nocache", "no_cache", "no cache", "non-store", "not-store",
    "none", "maxage", "max_age", "max age", "smaxage", "s_maxage", "s-max-age", "must_revalidate",
    "mustrevalidate", "priv", "no-transfom", "max-stale-while-revalidate",
  ]

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter {
      file.isFirstParty($0) && !file.exchanges[$0].isFromCache && fault($0, file) != nil
    }
    let groups = Dictionary(grouping: found) { file.exchanges[$0].address.host }
    return groups.values.sorted { $0[0] < $1[0] }.compactMap { places in
      guard let text = fault(places[0], file) else { return nil }
      let isHarm = places.contains { file.isPersonal($0) && file.isSharedStorable($0) }
      return Sign(
        places,
        Text(
          "\(text.english) (\(file.names(places))).", "\(text.korean)(\(file.names(places)))."),
        fields: ["Cache-Control"], severity: isHarm ? .medium : .low)
    }
  }

  private static func fault(_ index: Int, _ file: CaseFile) -> Text? {
    let rules = file.cacheControl(index)
    guard !rules.isEmpty else { return nil }
    let names = Set(rules.map { String(FieldSyntax.trimmed($0.prefix { $0 != "=" && $0 != ":" })) })
    if !names.isDisjoint(with: misspelt) {
      return Text("A directive is misspelt", "지시어의 철자가 틀렸습니다")
    }
    if rules.contains(where: { $0.contains(":") && !$0.contains("=") }) {
      return Text("A directive is written with a colon", "지시어를 콜론으로 썼습니다")
    }
    for name in ["max-age", "s-maxage"] where names.contains(name) {
      guard let age = file.age(name, rules), age >= 0 else {
        return Text("\(name) is no number of seconds", "\(name)이(가) 초를 나타내는 숫자가 아닙니다")
      }
    }
    if names.contains("public"), names.contains("private") {
      return Text("It is both public and private", "public이면서 private입니다")
    }
    let isForbidden = names.contains("no-store")
    let isAllowed = (file.age("max-age", rules) ?? 0) > 0 || names.contains("immutable")
    return isForbidden && isAllowed
      ? Text("It forbids to keep the answer and says for how long", "저장을 금지하면서 보관 기간도 말합니다") : nil
  }
}
