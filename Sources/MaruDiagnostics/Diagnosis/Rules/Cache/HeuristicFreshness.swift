/// An answer for one person says nothing of how long it is good, so that caches guess.
struct HeuristicFreshness: Rule {
  static let declaration = Declaration(
    "cache.heuristic", .low, needs: [.credentials],
    Text("How long an answer is good is left to guess", "응답의 유효 기간을 캐시가 추측합니다"),
    why: Text(
      "With Last-Modified and no more, caches, URLCache among them, keep it for a tenth of its age: days of old data.",
      "Last-Modified만 있으면 URLCache를 비롯한 캐시가 나이의 10분의 1 동안 보관하여 며칠 된 데이터를 보여 줍니다."),
    app: Text(
      "Ask with reloadRevalidatingCacheData, or check with If-None-Match.",
      "reloadRevalidatingCacheData로 요청하거나 If-None-Match로 확인하십시오."),
    server: Text(
      "Send Cache-Control: no-cache or no-store, or a max-age that is meant.",
      "Cache-Control: no-cache나 no-store, 또는 의도한 max-age를 보내십시오."),
    reference: "RFC 9111 §4.2.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.exchanges[index].method == "GET", file.status(index) == 200,
        file.hasCredentials(index), file.facts[index].isJSON, file.isFirstParty(index),
        let fields = file.exchanges[index].answer?.fields
      else { return false }
      return fields.has("last-modified")
        && !["cache-control", "expires", "pragma"].contains { fields.has($0) }
    }.map { found in
      Sign(
        found,
        Text(
          "Last-Modified without Cache-Control or Expires (\(file.names(found))).",
          "Cache-Control이나 Expires 없이 Last-Modified만 있습니다(\(file.names(found)))."),
        fields: ["Last-Modified", "Cache-Control"])
    }
  }
}
