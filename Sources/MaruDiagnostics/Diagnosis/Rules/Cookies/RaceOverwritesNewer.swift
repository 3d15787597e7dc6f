internal import MaruHTTP

/// A slow answer writes an older session back over a newer one.
struct RaceOverwritesNewer: Rule {
  static let declaration = Declaration(
    "cookie.race-overwrites-newer", .high, needs: [.fineTimes, .credentials],
    Text("A late answer overwrites a newer cookie", "늦은 응답이 더 새로운 쿠키를 덮어씁니다"),
    why: Text(
      "What the newer one held is lost: a login's state, a basket, the session itself.",
      "로그인 상태, 장바구니, 세션 자체 등 새 쿠키의 내용이 사라집니다."),
    app: Text(
      "Do not run other calls beside a login.", "로그인하는 동안 다른 호출을 하지 마십시오."),
    server: Text(
      "Do not set the session cookie in every answer, and keep a login's state in a cookie of its own.",
      "모든 응답에서 세션 쿠키를 다시 설정하지 말고 로그인 상태는 별도 쿠키에 두십시오."),
    reference: "RFC 6265bis §8.6")

  static func look(at file: CaseFile) -> [Sign] {
    var signs: [Sign] = []
    var seen: Set<String> = []
    for late in file.cookies.sets where late.isCredential && !late.isDeletion && late.refusal == nil
    {
      guard !seen.contains("\(late.jar) \(late.host) \(late.name)") else { continue }
      // What began later and came before it came while it was on its way.
      guard let began = file.exchanges[late.exchange].start else { continue }
      let newer = file.cookies.rival(of: late, after: began) { other in
        other.read?.path == late.read?.path && other.value != late.value
          && !other.isDeletion && other.refusal == nil
          && file.exchanges[other.exchange].start.map { $0 > began } ?? false
      }
      guard let newer, let next = use(of: late, file) else { continue }
      // The late answer had not seen the newer value: it was made of an older one.
      let had = file.facts[late.exchange].cookies.first { $0.name == late.name }
      guard had?.value != newer.value else { continue }
      let isHarm = (400..<500).contains(file.status(next))
      guard isHarm || file.isLogin(newer.exchange) else { continue }
      seen.insert("\(late.jar) \(late.host) \(late.name)")
      let name = Words.isPlainName(late.name) ? late.name : "‹name›"
      signs.append(
        Sign(
          [late.exchange, newer.exchange, next],
          Text(
            "\(file.label(late.exchange)) began before \(file.label(newer.exchange)) and ended after it: its \(name) replaced the newer one, and \(file.label(next)) sent it.",
            "\(file.label(late.exchange))는 \(file.label(newer.exchange))보다 먼저 시작해 나중에 끝나면서 \(name)을(를) 덮어썼고, \(file.label(next))가 그것을 보냈습니다."
          ),
          fields: ["Set-Cookie", name], severity: isHarm ? .high : .medium))
    }
    return signs
  }

  private static func use(of set: CookieSet, _ file: CaseFile) -> Int? {
    file.exchanges.indices[set.exchange...].dropFirst().prefix(500).first { index in
      file.isAfter(index, set.exchange) && file.exchanges[index].address.host == set.host
        && file.facts[index].cookies.contains { $0.name == set.name && $0.value == set.value }
    }
  }
}
