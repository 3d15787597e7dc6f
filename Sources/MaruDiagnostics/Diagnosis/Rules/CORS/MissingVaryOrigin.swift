/// An answer that depends on the origin may be kept and given to another.
struct MissingVaryOrigin: Rule {
  static let declaration = Declaration(
    "cors.missing-vary-origin", .low, needs: [],
    explains: ["cors.origin-mismatch"],
    Text("The answer depends on Origin and does not say so", "Origin에 따라 달라지는 응답에 Vary가 없습니다"),
    why: Text(
      "A cache gives one origin's answer to another, whose browser refuses it.",
      "캐시가 한 출처의 응답을 다른 출처에 주고 그 브라우저가 거부합니다."),
    app: .nothing,
    server: Text(
      "Add Vary: Origin whenever the answer depends on it, also to answers without CORS fields.",
      "Origin에 따라 달라지는 모든 응답에 Vary: Origin을 추가하십시오."),
    reference: "Fetch §3.3.8, RFC 9110 §12.5.5")

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter { index in
      guard file.isBrowserCORS(index), !file.varies(index, by: "origin"),
        let allowed = file.field("access-control-allow-origin", of: index), allowed != "*"
      else { return false }
      let rules = file.cacheControl(index)
      return file.exchanges[index].method == "GET" && !rules.contains("no-store")
        && file.status(index) == 200
    }
    let groups = Dictionary(grouping: found) { file.exchanges[$0].address.host }
    return groups.values.sorted { $0[0] < $1[0] }.map { places in
      // One address, two origins, one answer: it has happened.
      let byAddress = Dictionary(grouping: places) { file.exchanges[$0].address.text }.values
      let mixed = byAddress.first { same in
        Set(same.compactMap { file.exchanges[$0].request["origin"] }).count > 1
          && same.contains { index in
            file.field("access-control-allow-origin", of: index)
              != file.exchanges[index].request["origin"]
          }
      }
      return Sign(
        mixed ?? places,
        Text(
          "The answer names one origin, may be kept, and has no Vary: Origin (\(file.names(mixed ?? places))).",
          "응답이 한 출처만 허용하고 캐시될 수 있는데 Vary: Origin이 없습니다(\(file.names(mixed ?? places)))."),
        fields: ["Vary", "Access-Control-Allow-Origin"], severity: mixed == nil ? .low : .high)
    }
  }
}
