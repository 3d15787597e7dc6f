/// Redirects lead back to where they came from.
struct RedirectLoop: Rule {
  static let declaration = Declaration(
    "redirect.loop", .high, needs: [.redirects],
    Text("Redirects go in a circle", "리디렉션이 제자리를 맴돕니다"),
    why: Text("No answer will ever come.", "응답이 영영 오지 않습니다."),
    app: Text("Give up after some redirects.", "몇 번의 리디렉션 뒤에는 포기하십시오."),
    server: Text(
      "Let proxy and app agree on scheme and host (X-Forwarded-Proto, Forwarded).",
      "프록시와 앱이 스킴과 호스트에 합의하게 하십시오(X-Forwarded-Proto, Forwarded)."),
    reference: "RFC 9110 §15.4")

  static func look(at file: CaseFile) -> [Sign] {
    var seen: Set<Int> = []
    var signs: [Sign] = []
    for hop in file.hops where !seen.contains(hop.from) {
      let chain = file.chain(from: hop.from)
      seen.formUnion(chain)
      // The same request thrice: twice is a cookie that is set on the way.
      let counts = Dictionary(grouping: chain) {
        "\(file.exchanges[$0].method) \(file.exchanges[$0].address.text)"
      }
      guard let most = counts.values.max(by: { ($0.count, $1[0]) < ($1.count, $0[0]) }),
        most.count >= 3,
        !LoginRedirectLoop.isLogin(chain, file)
      else { continue }
      signs.append(
        Sign(
          most,
          Text(
            "The same address was asked \(most.count) times in one chain (\(file.names(most))).",
            "한 연쇄에서 같은 주소를 \(most.count)번 요청했습니다(\(file.names(most)))."),
          fields: ["Location"]))
    }
    return signs
  }
}
