/// An answer to a condition or a range that the request did not have.
struct AnswerToNoQuestion: Rule {
  static let declaration = Declaration(
    "status.mismatch", .low, needs: [.credentials],
    Text("The status answers what was not asked", "묻지 않은 것에 답하는 상태입니다"),
    why: Text(
      "A 304 without a stored answer is an empty one, and other such answers are a cache's mistake.",
      "저장한 응답이 없는데 온 304는 빈 응답이 되고, 나머지도 캐시의 실수입니다."),
    app: .nothing,
    server: Text(
      "Answer 304 and 412 to conditional requests only, and 416 to ranges.",
      "304와 412는 조건부 요청에만, 416은 범위 요청에만 답하십시오."),
    reference: "RFC 9110 §15.4.5, §15.5.13, §15.5.17")

  private static let questions: [Int: [String]] = [
    304: ["if-none-match", "if-modified-since"],
    412: ["if-match", "if-none-match", "if-unmodified-since", "if-modified-since", "if-range"],
    416: ["range"],
    417: ["expect"],
  ]

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter { index in
      guard let fields = questions[file.status(index)], !file.exchanges[index].isFromCache,
        !file.exchanges[index].request.isEmpty
      else { return false }
      return !fields.contains { file.exchanges[index].request.has($0) }
    }
    let groups = Dictionary(grouping: found) {
      "\(file.exchanges[$0].address.host) \(file.status($0))"
    }
    return groups.values.sorted { $0[0] < $1[0] }.map { found in
      let status = file.status(found[0])
      return Sign(
        found,
        Text(
          "\(file.names(found)): \(status), and the request has none of \(questions[status, default: []].joined(separator: ", ")).",
          "\(file.names(found)): \(status)인데 요청에 \(questions[status, default: []].joined(separator: ", "))이(가) 없습니다."
        ),
        fields: ["status"])
    }
  }
}
