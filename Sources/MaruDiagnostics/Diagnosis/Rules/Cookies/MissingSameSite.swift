internal import MaruHTTP

/// A session's cookie does not say with which sites' requests it goes.
struct MissingSameSite: Rule {
  static let declaration = Declaration(
    "cookie.missing-samesite", .info, needs: [],
    Text("A session's cookie has no SameSite", "세션 쿠키에 SameSite가 없습니다"),
    why: Text(
      "Browsers differ in what they make of that: Chrome takes Lax, others None.",
      "브라우저마다 달리 다룹니다. Chrome은 Lax, 다른 브라우저는 None으로 봅니다."), app: .nothing,
    server: Text("Say Lax, Strict, or None with Secure.", "Lax, Strict 또는 Secure와 함께 None을 쓰십시오."),
    reference: "RFC 6265bis §5.6.7")

  static func look(at file: CaseFile) -> [Sign] {
    file.flagless { $0.sameSite == nil }
  }
}

extension CaseFile {
  /// Credentials of the own site that lack something, one sign for each name.
  func flagless(onlyTLS: Bool = false, _ lacks: (SetCookie) -> Bool) -> [Sign] {
    let found = cookieGroups { set in
      guard let read = set.read, !set.isDeletion, set.refusal == nil,
        Words.isSessionCookie(read.name), isFirstParty(set.exchange)
      else { return false }
      return lacks(read) && (!onlyTLS || exchanges[set.exchange].address.isSecure)
    }
    return found.map { name, sets in
      let places = sets.map(\.exchange)
      return Sign(
        places,
        Text(
          "\(name) is set without it in \(names(places)).",
          "\(names(places))에서 \(name)이(가) 그것 없이 설정됩니다."),
        fields: ["Set-Cookie", name])
    }
  }
}
