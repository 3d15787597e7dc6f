/// An answer with tokens may be kept.
struct TokenResponseCacheable: Rule {
  static let declaration = Declaration(
    "cache.token-response-cacheable", .medium, needs: [],
    Text("An answer with tokens lacks no-store", "토큰 응답에 no-store가 없습니다"),
    why: Text(
      "Tokens end up in caches, on disk and on the way.",
      "토큰이 디스크와 중간 캐시에 남습니다."),
    app: Text("Ask for tokens with an ephemeral session.", "토큰은 ephemeral 세션으로 요청하십시오."),
    server: Text("Send Cache-Control: no-store.", "Cache-Control: no-store를 보내십시오."),
    reference: "RFC 6749 §5.1")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard (200..<300).contains(file.status(index)), !file.exchanges[index].isFromCache,
        file.exchanges[index].answer?.fields.isEmpty == false
      else { return false }
      let tokens = Tokens(file.facts[index])
      guard file.facts[index].reply != nil, tokens.access != nil || tokens.refresh != nil,
        file.isLogin(index) || file.isRefresh(index) || tokens.refresh != nil
      else { return false }
      return !file.cacheControl(index).contains("no-store")
    }.map { found in
      // RFC 9111 §3: without a word, the answer to a POST is not kept by most.
      let isPost = found.allSatisfy { file.exchanges[$0].method == "POST" }
      return Sign(
        found,
        Text("No no-store in \(file.names(found)).", "\(file.names(found))에 no-store가 없습니다."),
        fields: ["Cache-Control"], severity: isPost ? .low : .medium)
    }
  }
}
