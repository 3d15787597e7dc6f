internal import Foundation

/// A cookie is sent although its time has passed.
struct SentAfterExpiry: Rule {
  static let declaration = Declaration(
    "cookie.sent-after-expiry", .medium, needs: [.times, .credentials],
    Text("A cookie is sent after its end", "만료된 쿠키를 보냅니다"),
    why: Text(
      "The server has forgotten it: the call fails as if nobody were signed in.",
      "서버는 이미 잊었으므로 로그인하지 않은 것처럼 실패합니다."),
    app: Text(
      "Let a jar decide, or drop a cookie that you keep yourself when its Max-Age has passed.",
      "쿠키 저장소에 맡기거나, 직접 보관한 쿠키는 Max-Age가 지나면 버리십시오."),
    server: Text(
      "Renew the session's cookie while it is used.", "사용 중에는 세션 쿠키를 연장하십시오."),
    reference: "RFC 6265bis §5.7")

  static func look(at file: CaseFile) -> [Sign] {
    var groups: [String: (name: String, places: [Int], late: Double)] = [:]
    for index in file.exchanges.indices {
      guard let start = file.exchanges[index].start, !file.exchanges[index].isFromCache else {
        continue
      }
      let jar = CookieReplay.jar(of: file.exchanges[index])
      for pair in file.facts[index].cookies {
        guard let set = file.cookies.source(of: pair, jar: jar, before: start),
          let expires = set.expires, !set.isDeletion
        else { continue }
        let late = start.timeIntervalSince(expires)
        guard late > 1 else { continue }
        let key = "\(set.host) \(pair.name)"
        var group = groups.removeValue(forKey: key) ?? (pair.name, [set.exchange], 0)
        group.places.append(index)
        group.late = max(group.late, late)
        groups[key] = group
      }
    }
    return groups.values.sorted { $0.places[0] < $1.places[0] }.map { group in
      let name = Words.isPlainName(group.name) ? group.name : "‹name›"
      return Sign(
        group.places,
        Text(
          "\(name) ended \(Int(group.late)) s before it was sent (\(file.names(group.places))).",
          "\(name)은(는) 보내기 \(Int(group.late))초 전에 만료되었습니다(\(file.names(group.places)))."),
        fields: ["Cookie", name])
    }
  }
}
