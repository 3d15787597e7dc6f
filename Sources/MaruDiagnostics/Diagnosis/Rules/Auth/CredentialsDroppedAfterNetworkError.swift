/// A refresh got no answer, and the app threw the session away.
struct CredentialsDroppedAfterNetworkError: Rule {
  static let declaration = Declaration(
    "auth.credentials-dropped-after-network-error", .high, needs: [.credentials],
    explains: ["auth.401-missing-credentials", "auth.inconsistent-credentials"],
    Text("A failure of the network signs the user out", "네트워크 장애가 사용자를 로그아웃시킵니다"),
    why: Text(
      "No server has refused anything: the tokens were as good as before.",
      "서버가 거절한 것이 아니므로 토큰은 그대로 유효했습니다."),
    app: Text(
      "Keep the refresh token on transport errors and 5xx; only invalid_grant ends a session.",
      "전송 오류와 5xx에서는 리프레시 토큰을 지키고, invalid_grant일 때만 세션을 끝내십시오."),
    server: .nothing, reference: "RFC 6749 §5.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.refreshes.compactMap { refresh in
      guard refresh.outcome == .failed, let next = file.firstWithout(after: refresh.index) else {
        return nil
      }
      // A second try that succeeded, or was refused, is another story.
      let goesOn = file.refreshes.contains {
        $0.index > refresh.index && $0.index < next && $0.outcome != .failed
      }
      guard !goesOn else { return nil }
      return Sign(
        [refresh.index, next],
        Text(
          "\(file.label(refresh.index)) got no answer to its refresh, and \(file.label(next)) was sent without a credential.",
          "\(file.label(refresh.index))의 갱신이 응답을 받지 못했고 \(file.label(next))는 자격 증명 없이 보내졌습니다."),
        fields: ["Authorization"])
    }
  }
}
