internal import MaruHTTP

/// A form's or script's guard against other sites does not match its cookie, and the write is refused.
struct CrossSiteTokenMismatch: Rule {
  static let declaration = Declaration(
    "auth.csrf-mismatch", .high, needs: [.credentials, .equality],
    explains: ["auth.403-should-be-401", "status.nonstandard"],
    Text("The CSRF token is not the one of its cookie", "CSRF 토큰이 쿠키와 다르거나 없습니다"),
    why: Text(
      "The server takes the write for another site's: it fails although the user is signed in.",
      "서버가 다른 사이트의 요청으로 여겨, 로그인했는데도 쓰기가 실패합니다."),
    app: Text(
      "Read the cookie anew for each write, decode it once, and send it in the field that the server names.",
      "쓰기마다 쿠키를 새로 읽어 한 번 디코딩한 뒤 서버가 정한 필드로 보내십시오."),
    server: Text(
      "Tell a missing session from a wrong token in the answer, and do not change the token in answers that scripts do not read.",
      "응답에서 세션 없음과 토큰 불일치를 구별하고, 스크립트가 읽지 않는 응답에서는 토큰을 바꾸지 마십시오."),
    reference: "OWASP CSRF Prevention, Double Submit Cookie")

  /// Cookies of frameworks, each with the field that repeats it.
  private static let pairs = [
    ("xsrf-token", "x-xsrf-token"), ("csrftoken", "x-csrftoken"), ("csrf-token", "x-csrf-token"),
    ("csrf_token", "x-csrf-token"),
  ]

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: (places: [Int], field: String, isMissing: Bool)] = [:]
    for index in file.exchanges.indices {
      guard ["POST", "PUT", "PATCH", "DELETE"].contains(file.exchanges[index].method),
        [400, 403, 419].contains(file.status(index)),
        let (field, isMissing) = fault(index, file)
      else { continue }
      let key = "\(file.exchanges[index].address.host) \(field) \(isMissing)"
      groups[key, default: ([], field, isMissing)].places.append(index)
    }
    return groups.values.sorted { $0.places[0] < $1.places[0] }.map { group in
      let names = file.names(group.places)
      return Sign(
        group.places,
        group.isMissing
          ? Text(
            "The cookie goes with the request, \(group.field) does not (\(names)).",
            "쿠키는 갔지만 \(group.field)가 없습니다(\(names)).")
          : Text(
            "\(group.field) and its cookie have two values (\(names)).",
            "\(group.field)와 쿠키의 값이 다릅니다(\(names))."),
        fields: [group.field, "Cookie"], confidence: group.isMissing ? .likely : .certain)
    }
  }

  private static func fault(_ index: Int, _ file: CaseFile) -> (field: String, isMissing: Bool)? {
    for (name, field) in pairs {
      let values = file.facts[index].cookies.filter { $0.name.lowercased() == name }
      guard !values.isEmpty else { continue }
      guard let shown = file.exchanges[index].request[field] else {
        // The server has a word for it; without that, many other things may be wrong.
        let said = file.facts[index].said
        let speaks = ["csrf", "xsrf", "page expired"].contains { said.contains($0) }
        if speaks, !file.facts[index].posted.keys.contains(where: isFormToken) {
          return (field, true)
        }
        continue
      }
      let isSame = values.contains { decoded($0.value) == decoded(shown) }
      if !isSame { return (field, false) }
    }
    return nil
  }

  /// A form carries the token in a member of its own.
  private static func isFormToken(_ name: String) -> Bool {
    name.contains("csrf") || name.contains("xsrf") || name == "_token"
      || name == "authenticity_token"
  }

  private static func decoded(_ value: String) -> String {
    value.contains("%") ? PercentEncoding.decode(value) ?? value : value
  }
}
