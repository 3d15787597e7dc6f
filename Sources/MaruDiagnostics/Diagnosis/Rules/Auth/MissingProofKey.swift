/// A login by code is begun without a proof key.
struct MissingProofKey: Rule {
  static let declaration = Declaration(
    "auth.pkce-missing", .medium, needs: [.requestBodies],
    Text("A login is begun without a proof key (PKCE)", "PKCE 없이 로그인을 시작합니다"),
    why: Text(
      "Another app that catches the redirect, or a page that plants its own code, can finish the login.",
      "리디렉션을 가로챈 다른 앱이나 자기 코드를 심은 페이지가 로그인을 끝낼 수 있습니다."),
    app: Text(
      "Send code_challenge with code_challenge_method=S256, and code_verifier with the code.",
      "code_challenge와 code_challenge_method=S256을 보내고 코드와 함께 code_verifier를 보내십시오."),
    server: Text(
      "Refuse authorization requests of public clients without code_challenge.",
      "공개 클라이언트의 인가 요청에 code_challenge가 없으면 거절하십시오."),
    reference: "RFC 9700 §2.1.1, RFC 8252 §8.1, RFC 7636 §4.3")

  static func look(at file: CaseFile) -> [Sign] {
    let begun = file.authorizations { $0.contains("code") }.filter { index in
      let names = Set(file.exchanges[index].address.items.map { $0.name.lowercased() })
      // A request object holds what the address does not (RFC 9101, RFC 9126).
      return names.isDisjoint(with: ["code_challenge", "request", "request_uri"])
    }
    guard !begun.isEmpty else { return [] }
    let redeemed = file.exchanges.indices.filter { isPublicRedemption($0, file) }
    let groups = Dictionary(grouping: begun) { file.exchanges[$0].address.host }
    return groups.values.sorted { $0[0] < $1[0] }.map { places in
      let isApp = places.contains { hasOwnScheme($0, file) }
      let end = redeemed.first { $0 > places[0] }
      return Sign(
        places + [end].compactMap { $0 },
        Text(
          "The authorization request has no code_challenge (\(file.names(places))).",
          "인가 요청에 code_challenge가 없습니다(\(file.names(places)))."),
        fields: ["code_challenge"], severity: isApp || end != nil ? .medium : .low,
        confidence: isApp ? .certain : .likely)
    }
  }

  /// A code is shown with neither a verifier nor a secret of the client's.
  private static func isPublicRedemption(_ index: Int, _ file: CaseFile) -> Bool {
    let posted = file.facts[index].posted
    return posted["grant_type"] == "authorization_code" && posted["code_verifier"] == nil
      && posted["client_secret"] == nil && posted["client_assertion"] == nil
      && file.facts[index].credential == nil
  }

  /// The answer goes to an app: its address has a scheme of its own (RFC 8252 §7.1).
  private static func hasOwnScheme(_ index: Int, _ file: CaseFile) -> Bool {
    let target = file.exchanges[index].address.items.first { $0.name == "redirect_uri" }?.value
    guard let target, let colon = target.firstIndex(of: ":") else { return false }
    return !["http", "https", ""].contains(target[..<colon].lowercased())
  }
}

extension CaseFile {
  /// Requests that begin a login by OAuth, by what they want back.
  func authorizations(_ isWanted: (Set<String>) -> Bool) -> [Int] {
    exchanges.indices.filter { index in
      guard exchanges[index].address.asks("response_type") else { return false }
      let items = exchanges[index].address.items
      guard items.contains(where: { $0.name == "client_id" }),
        let type = items.first(where: { $0.name == "response_type" })?.value
      else { return false }
      return isWanted(Set(type.split(separator: " ").map(String.init)))
    }
  }
}
