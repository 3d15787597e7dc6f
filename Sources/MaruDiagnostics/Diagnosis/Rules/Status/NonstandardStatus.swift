/// A status that no standard has, often for a session that has ended.
struct NonstandardStatus: Rule {
  static let declaration = Declaration(
    "status.nonstandard", .low, needs: [],
    Text("A status that no standard defines", "표준에 없는 상태 코드입니다"),
    why: Text(
      "Clients treat it as the x00 status of its class: where it stands for a session's end, nothing is refreshed.",
      "클라이언트는 그 백 단위의 첫 상태로 다루므로, 401이 아닌 세션 만료는 갱신을 일으키지 않습니다."),
    app: Text(
      "Until the server is mended, treat its status for an ended session as 401.",
      "서버를 고치기 전까지는 세션 만료를 뜻하는 상태를 401처럼 다루십시오."),
    server: Text(
      "Answer with a registered status: 401 for an ended session, 403 for a missing CSRF token.",
      "등록된 상태로 답하십시오. 세션 만료는 401, CSRF 토큰 누락은 403입니다."),
    reference: "RFC 9110 §15, §16.2")

  /// Laravel's 419, IIS's 440, and 498 and 499 of ArcGIS: the session or its token has ended.
  private static let ofSessions: Set<Int> = [419, 440, 498, 499]

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter { index in
      file.isFirstParty(index) && !isRegistered(file.status(index))
    }
    let groups = Dictionary(grouping: found) {
      "\(file.exchanges[$0].address.host) \(file.status($0))"
    }
    return groups.values.sorted { $0[0] < $1[0] }.map { places in
      let status = file.status(places[0])
      let isHarm =
        ofSessions.contains(status)
        && places.contains { file.hasCredentials($0) || file.saysExpired($0) }
      return Sign(
        places,
        Text(
          "Status \(status) came in \(file.names(places)).",
          "\(file.names(places))이(가) 상태 \(status)을(를) 받았습니다."),
        fields: ["status"], severity: isHarm ? .medium : .low)
    }
  }

  /// IANA, HTTP Status Code Registry.
  private static func isRegistered(_ status: Int) -> Bool {
    switch status {
    case 0, 100...104, 200...208, 226, 300...308, 400...418, 421...426, 428, 429, 431, 451,
      500...508, 510, 511:
      true
    default: false
    }
  }
}
