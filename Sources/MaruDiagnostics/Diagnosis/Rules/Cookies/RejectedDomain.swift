internal import MaruHTTP

/// A cookie is for a domain that its sender is not in, or for one that belongs to nobody.
struct RejectedDomain: Rule {
  static let declaration = Declaration(
    "cookie.rejected-domain", .high, needs: [],
    explains: ["cookie.new-session-every-response", "auth.401-missing-credentials"],
    Text("A cookie's Domain is none that its sender may name", "서버가 쓸 수 없는 Domain의 쿠키입니다"),
    why: Text("Clients throw it away: the session never begins.", "클라이언트가 버리므로 세션이 시작되지 않습니다."),
    app: .nothing,
    server: Text(
      "Leave Domain away, or name the sending host or a domain above it that is no public suffix.",
      "Domain을 빼거나, 보내는 호스트 또는 공용 접미사가 아닌 상위 도메인을 쓰십시오."),
    reference: "RFC 6265bis §5.7, §5.6.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.refused { [.otherHost, .publicSuffix, .domainNotASCII].contains($0) }
      .filter { !$0.sets[0].isDeletion }
      .map { name, sets in
        let places = sets.map(\.exchange)
        let isOwn = file.isFirstParty(places[0])
        let isCredential = sets.contains(where: \.isCredential)
        return Sign(
          places,
          Text(
            "\(name) names a domain that does not cover its sender (\(file.names(places))).",
            "\(name)의 Domain이 보낸 호스트를 포함하지 않습니다(\(file.names(places)))."),
          fields: ["Set-Cookie", "Domain", name],
          severity: isCredential && isOwn ? .high : isCredential ? .medium : .low)
      }
  }
}
