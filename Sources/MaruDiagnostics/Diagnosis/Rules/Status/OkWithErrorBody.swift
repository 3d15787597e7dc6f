/// A status says that all is well, and the body says that it is not.
struct OkWithErrorBody: Rule {
  static let declaration = Declaration(
    "status.200-error-body", .medium, needs: [.responseBodies],
    Text("A failure is answered with status 200", "실패를 상태 200으로 답합니다"),
    why: Text(
      "Clients take it for success: they neither refresh nor retry, and caches keep it.",
      "클라이언트가 성공으로 여겨 갱신도 재시도도 하지 않고 캐시에 저장됩니다."),
    app: Text(
      "Until the server is mended, look for the error before decoding.",
      "서버를 고치기 전까지는 해독 전에 오류를 확인하십시오."),
    server: Text(
      "Answer 401 where the session has ended, and 4xx or 5xx with problem details elsewhere.",
      "세션이 끝났으면 401로, 그 밖에는 문제 상세와 함께 4xx나 5xx로 답하십시오."),
    reference: "RFC 9110 §15, RFC 9457")

  static func look(at file: CaseFile) -> [Sign] {
    let kinds = file.exchanges.indices.filter { index in
      (200..<300).contains(file.status(index)) && !file.exchanges[index].isFromCache
        && !file.isRefresh(index)
    }.map { ($0, file.errorBody($0)) }.filter { $0.1 != .none }
    let groups = Dictionary(grouping: kinds) { file.exchanges[$0.0].address.host }
    return groups.values.sorted { $0[0].0 < $1[0].0 }.map { found in
      let places = found.map(\.0)
      let isSession = found.contains { $0.1 == .session }
      return Sign(
        places,
        Text(
          "\(isSession ? "The body says that the session has ended" : "The body reports an error") (\(file.names(places))).",
          "\(isSession ? "본문이 세션이 끝났다고 말합니다" : "본문이 오류를 알립니다")(\(file.names(places)))."),
        fields: ["status"], severity: isSession ? .medium : .low,
        confidence: isSession ? .certain : .likely)
    }
  }
}
