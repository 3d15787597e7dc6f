/// Answers of one address do not agree on what they depend on.
struct VaryInconsistent: Rule {
  static let declaration = Declaration(
    "cache.vary-inconsistent", .low, needs: [],
    explains: ["cors.missing-vary-origin"],
    Text("Only some answers of an address have Vary", "같은 주소의 응답 중 일부에만 Vary가 있습니다"),
    why: Text(
      "A cache goes by the answer that it has: one without Vary is given to everybody.",
      "캐시는 가진 응답을 따르므로 Vary 없는 응답이 모두에게 전달됩니다."),
    app: .nothing,
    server: Text(
      "Send the same Vary with all answers of an address, errors and those without the field included.",
      "오류와 해당 필드가 없는 경우까지 같은 주소의 모든 응답에 같은 Vary를 보내십시오."),
    reference: "RFC 9110 §12.5.5, RFC 9111 §4.1")

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter { index in
      file.exchanges[index].method == "GET" && file.status(index) == 200
        && !file.exchanges[index].isFromCache && file.isFirstParty(index)
        && file.exchanges[index].answer?.fields.isEmpty == false
    }
    let groups = Dictionary(grouping: found) { file.exchanges[$0].address.text }
    return groups.values.sorted { $0[0] < $1[0] }.compactMap { places in
      guard places.count > 1 else { return nil }
      let bare = places.filter { names($0, file).isEmpty && file.isSharedStorable($0) }
      let varying = places.filter { !names($0, file).isEmpty }
      guard let one = bare.first, let other = varying.first else { return nil }
      return Sign(
        [one, other],
        Text(
          "\(file.label(other)) varies, and \(file.label(one)) of the same address does not say so.",
          "\(file.label(other))에는 Vary가 있지만 같은 주소의 \(file.label(one))에는 없습니다."),
        fields: ["Vary"])
    }
  }

  /// What an answer varies by, but for the coding, which proxies add by themselves.
  private static func names(_ index: Int, _ file: CaseFile) -> Set<String> {
    Set(file.exchanges[index].answer?.fields.tokens("vary") ?? []).subtracting(["accept-encoding"])
  }
}
