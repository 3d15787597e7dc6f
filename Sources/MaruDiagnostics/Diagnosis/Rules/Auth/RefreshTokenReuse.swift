/// A refresh token that had been replaced is shown again.
struct RefreshTokenReuse: Rule {
  static let declaration = Declaration(
    "auth.refresh-token-reuse", .high, needs: [.equality, .requestBodies],
    explains: ["auth.credentials-dropped-after-failed-refresh"],
    Text("A refresh token is used again after it was replaced", "교체된 리프레시 토큰을 다시 사용합니다"),
    why: Text(
      "A server with rotation takes the second use for theft and ends the whole session.",
      "토큰을 회전하는 서버는 두 번째 사용을 도난으로 보고 세션 전체를 끝냅니다."),
    app: Text(
      "On a late 401, compare the rejected token with the present one before refreshing; store the new refresh token before anything else.",
      "늦게 온 401에서는 거절된 토큰과 현재 토큰을 먼저 비교하고, 새 리프레시 토큰을 가장 먼저 저장하십시오."),
    server: Text(
      "Accept the predecessor for a few seconds, until its successor is first used.",
      "후속 토큰이 처음 쓰일 때까지 몇 초 동안 직전 토큰을 받아들이십시오."),
    reference: "RFC 9700 §4.14.2")

  static func look(at file: CaseFile) -> [Sign] {
    let groups = Dictionary(grouping: file.refreshes.filter { $0.token != nil }) { $0.token ?? "" }
    return groups.values.compactMap { attempts in
      guard attempts.count > 1 else { return nil }
      // Without a replacement the token stays good: using it again is what it is for.
      let replaced = attempts.first { attempt in
        attempt.replacement.map { $0 != attempt.token } ?? false
      }
      let refused = attempts.filter { $0.outcome == .refused }
      guard replaced != nil || (refused.count > 0 && attempts.contains(where: \.isRenewed)) else {
        return nil
      }
      let first = replaced?.index ?? attempts[0].index
      let others = attempts.filter {
        $0.index != first && $0.index > attempts[0].index || $0.index > first
      }
      guard !others.isEmpty else { return nil }
      let names = file.names(others.map(\.index))
      return Sign(
        attempts.map(\.index),
        Text(
          "The refresh token of \(file.label(first)) was shown again in \(names); \(refused.count) of \(attempts.count) uses were refused.",
          "\(file.label(first))의 리프레시 토큰이 \(names)에서 다시 쓰였고, \(attempts.count)번 중 \(refused.count)번이 거절되었습니다."
        ))
    }
  }
}
