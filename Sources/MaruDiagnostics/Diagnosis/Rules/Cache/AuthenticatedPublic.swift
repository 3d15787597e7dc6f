/// An answer to a request with a token is marked public.
struct AuthenticatedPublic: Rule {
  static let declaration = Declaration(
    "cache.authenticated-public", .medium, needs: [.credentials],
    Text("An answer to an authenticated call is public", "인증된 호출의 응답이 public입니다"),
    why: Text(
      "public lifts the ban on keeping answers to calls with Authorization.",
      "public은 Authorization이 있는 호출의 응답을 저장하지 못하게 하는 금지를 풉니다."), app: .nothing,
    server: Text("Say private, unless it is the same for all.", "모두에게 같은 응답이 아니면 private으로 쓰십시오."),
    reference: "RFC 9111 §3.5")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      file.exchanges[index].request.has("authorization") && file.status(index) == 200
        && file.exchanges[index].method == "GET"
        && isPublic(file.cacheControl(index)) && !file.varies(index, by: "authorization")
        && file.facts[index].isJSON
    }.map { found in
      Sign(
        found,
        Text("public in \(file.names(found)).", "\(file.names(found))에 public이 있습니다."),
        fields: ["Cache-Control"], confidence: .likely)
    }
  }

  /// RFC 9111 §4.2.1: of directives that contradict each other the stricter one counts.
  private static func isPublic(_ rules: Set<String>) -> Bool {
    rules.contains("public") && !rules.contains("private") && !rules.contains("no-store")
  }
}
