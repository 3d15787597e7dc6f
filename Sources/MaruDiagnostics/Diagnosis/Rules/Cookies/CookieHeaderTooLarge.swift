/// The `Cookie` field has more than servers take.
struct CookieHeaderTooLarge: Rule {
  static let declaration = Declaration(
    "cookie.header-too-large", .medium, needs: [],
    Text("The Cookie field is too large", "Cookie 필드가 너무 큽니다"),
    why: Text(
      "Most servers and proxies take 8 KiB of all fields; beyond it every call fails, and a new login does not help.",
      "대부분의 서버와 프록시는 전체 필드를 8 KiB까지만 받으며, 넘으면 다시 로그인해도 모든 호출이 실패합니다."),
    app: Text(
      "Clear the cookies of the site when 431 comes.", "431을 받으면 그 사이트의 쿠키를 지우십시오."),
    server: Text(
      "Keep an id in the cookie and the session on the server; delete chunks of older sessions; use a host name of its own for each service.",
      "쿠키에는 식별자만 두고 세션은 서버에 두십시오. 옛 조각을 지우고 서비스마다 호스트 이름을 나누십시오."),
    reference: "RFC 6585 §5, RFC 6265bis §6.1")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: [Int]] = [:]
    var most = 0
    for index in file.exchanges.indices {
      let bytes = file.exchanges[index].request["cookie"]?.utf8.count ?? 0
      let isRefused = TooLarge431.isRefusal(index, file)
      guard bytes > 8_192 || isRefused && bytes > 4_096 else { continue }
      most = max(most, bytes)
      groups[file.exchanges[index].address.host, default: []].append(index)
    }
    return groups.values.sorted { $0[0] < $1[0] }.map { found in
      let isRefused = found.contains { TooLarge431.isRefusal($0, file) }
      let chunks = chunks(file.facts[found[0]].cookies)
      return Sign(
        found,
        Text(
          "The field has up to \(most) bytes\(chunks > 1 ? ", most of them \(chunks) chunks of one cookie" : "") (\(file.names(found))).",
          "필드가 최대 \(most)바이트입니다\(chunks > 1 ? ". 대부분 한 쿠키의 조각 \(chunks)개입니다" : "")(\(file.names(found)))."
        ),
        fields: ["Cookie"], severity: isRefused ? .high : .medium)
    }
  }

  /// The most cookies whose names differ in a number at the end only.
  private static func chunks(_ cookies: [CookiePair]) -> Int {
    let bare = cookies.map { pair in
      String(pair.name.reversed().drop { $0.isNumber }.reversed())
    }
    return Dictionary(grouping: bare) { $0 }.values.map(\.count).max() ?? 0
  }
}
