internal import MaruHTTP

/// `SameSite=None` without `Secure`: no browser takes it.
struct SameSiteNoneInsecure: Rule {
  static let declaration = Declaration(
    "cookie.samesite-none-insecure", .high, needs: [],
    explains: ["auth.401-missing-credentials", "cookie.new-session-every-response"],
    Text("SameSite=None without Secure", "Secure 없는 SameSite=None"),
    why: Text(
      "Browsers throw the cookie away, so an embedded page never has its session.",
      "브라우저가 쿠키를 버리므로 다른 사이트에 포함된 페이지는 세션을 얻지 못합니다."),
    app: .nothing, server: Text("Add Secure.", "Secure를 추가하십시오."),
    reference: "RFC 6265bis §5.7")

  static func look(at file: CaseFile) -> [Sign] {
    let all = file.cookieGroups {
      $0.read?.sameSite == SameSite.none && $0.read?.isSecure == false && !$0.isDeletion
    }
    return all.map { name, sets in
      var places = sets.map(\.exchange)
      // What it led to: the next call of that host is turned down for want of a session.
      if let next = file.firstUnauthorized(after: places[0], host: sets[0].host) {
        places.append(next)
      }
      let isCredential = sets.contains(where: \.isCredential)
      let isHarm = places.count > sets.count
      return Sign(
        places,
        Text(
          "\(name) is SameSite=None and not Secure (\(file.names(places))).",
          "\(name)이(가) SameSite=None인데 Secure가 아닙니다(\(file.names(places)))."),
        fields: ["Set-Cookie", name],
        severity: isCredential && (isHarm || file.isFirstParty(sets[0].exchange)) ? .high : .low)
    }
  }
}

extension CaseFile {
  func firstUnauthorized(after index: Int, host: String) -> Int? {
    exchanges.indices[index...].dropFirst().prefix(50).first {
      exchanges[$0].address.host == host && [401, 403].contains(status($0))
        && !facts[$0].isPreflight
    }
  }
}
