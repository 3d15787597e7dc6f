/// A refresh with an old token fails, and the session that another had renewed is thrown away.
struct CredentialsDroppedAfterFailedRefresh: Rule {
  static let declaration = Declaration(
    "auth.credentials-dropped-after-failed-refresh", .high,
    needs: [.credentials, .equality],
    explains: ["auth.401-missing-credentials", "auth.inconsistent-credentials"],
    Text("A late failure of a refresh ends a session that is good", "늦은 갱신 실패가 살아 있는 세션을 지웁니다"),
    why: Text(
      "The user is signed out although the present tokens are valid.",
      "현재 토큰이 유효한데도 사용자가 로그아웃됩니다."),
    app: Text(
      "Clear the session only if the stored refresh token is still the one that was refused.",
      "저장된 리프레시 토큰이 거절된 바로 그 토큰일 때만 세션을 지우십시오."),
    server: .nothing, reference: "RFC 6749 §5.2, RFC 9700 §4.14.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.refreshes.compactMap { refused in
      guard refused.outcome == .refused else { return nil }
      // There is a newer session: another refresh with the same token had succeeded.
      let renewed = file.refreshes.contains {
        $0.index != refused.index && $0.isRenewed && $0.token == refused.token
          && !file.isAfter($0.index, refused.index)
      }
      guard renewed, let next = file.firstWithout(after: refused.index) else { return nil }
      return Sign(
        [refused.index, next],
        Text(
          "\(file.label(refused.index)) failed with a token that had been replaced, and \(file.label(next)) was sent without any.",
          "\(file.label(refused.index))는 이미 교체된 토큰으로 실패했고 \(file.label(next))는 토큰 없이 보내졌습니다."),
        fields: ["Authorization"])
    }
  }
}

extension CaseFile {
  /// The first request after an exchange, to its site, that shows no credential where others had shown
  /// one or where it is asked for.
  func firstWithout(after index: Int) -> Int? {
    let site = facts[index].site
    for next in exchanges.indices[index...].dropFirst().prefix(200) {
      guard facts[next].site == site, isAfter(next, index), !facts[next].isPreflight,
        !isAuthStep(next), !exchanges[next].isFromCache
      else { continue }
      // A session that goes on needs no explanation.
      if hasCredentials(next) { return nil }
      if status(next) == 401 { return next }
    }
    return nil
  }
}
