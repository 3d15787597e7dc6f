/// A chain of redirects is longer than clients follow.
struct TooManyRedirects: Rule {
  static let declaration = Declaration(
    "redirect.too-many", .medium, needs: [.redirects],
    Text("A long chain of redirects", "리디렉션이 너무 길게 이어집니다"),
    why: Text(
      "Each costs a round trip, and clients give up: URLSession after 16, browsers after 20.",
      "하나마다 왕복이 들고 클라이언트는 포기합니다. URLSession은 16번, 브라우저는 20번까지 따릅니다."),
    app: Text("Call the final address.", "최종 주소를 직접 부르십시오."),
    server: Text("Redirect to the final address at once.", "최종 주소로 한 번에 리디렉션하십시오."),
    reference: "RFC 9110 §15.4, Fetch §4.4")

  static func look(at file: CaseFile) -> [Sign] {
    let starts = file.hops.map(\.from).filter { file.source(of: $0) == nil }
    return starts.compactMap { start in
      let chain = file.chain(from: start)
      // The last one, too, if the client went no further.
      let count = chain.filter { file.exchanges[$0].answer?.location != nil }.count
      guard count > 9 else { return nil }
      return Sign(
        chain,
        Text(
          "\(count) redirects follow one another (\(file.names(chain))).",
          "리디렉션 \(count)개가 이어집니다(\(file.names(chain)))."),
        fields: ["Location"])
    }
  }
}
