/// A 401 does not say how to authenticate.
struct MissingChallenge: Rule {
  static let declaration = Declaration(
    "auth.401-without-www-authenticate", .low, needs: [],
    Text("401 without WWW-Authenticate", "WWW-Authenticate 없는 401"),
    why: Text(
      "The field is required, and it is where an ended token is told from a missing one.",
      "이 필드는 필수이며, 만료된 토큰과 없는 토큰을 구별하는 곳입니다."),
    app: .nothing,
    server: Text(
      "Send WWW-Authenticate with each 401, with error=\"invalid_token\" where a token was shown.",
      "모든 401에 WWW-Authenticate를 보내고, 토큰이 있었다면 error=\"invalid_token\"을 넣으십시오."),
    reference: "RFC 9110 §15.5.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      file.status(index) == 401 && !file.facts[index].isPreflight
        && file.exchanges[index].answer?.fields.has("www-authenticate") == false
        && file.exchanges[index].answer?.fields.isEmpty == false
    }.map { found in
      Sign(
        found,
        Text(
          "\(found.count) answers with 401 have no challenge (\(file.names(found))).",
          "401 응답 \(found.count)개에 인증 요구가 없습니다(\(file.names(found)))."),
        fields: ["WWW-Authenticate"])
    }
  }
}

extension CaseFile {
  /// The exchanges for which something holds, in a group for each host.
  func perHost(_ isWanted: (Int) -> Bool) -> [[Int]] {
    let found = exchanges.indices.filter(isWanted)
    return Dictionary(grouping: found) { exchanges[$0].address.host }.values
      .sorted { $0[0] < $1[0] }
  }
}
