/// A refresh gave a new token, and the old one is sent all the same.
struct RetryWithOldToken: Rule {
  static let declaration = Declaration(
    "auth.retry-with-old-token", .high, needs: [.equality, .responseBodies],
    Text("After a refresh, the old token is sent again", "갱신 뒤에도 이전 토큰을 보냅니다"),
    why: Text(
      "The refresh was for nothing, and the second 401 signs the user out.",
      "갱신이 헛수고가 되고 두 번째 401이 사용자를 로그아웃시킵니다."),
    app: Text(
      "Build the Authorization field again from the store when a request is retried.",
      "재시도할 때 Authorization 필드를 저장소의 토큰으로 다시 만드십시오."),
    server: .nothing, reference: "RFC 6750 §2.1")

  static func look(at file: CaseFile) -> [Sign] {
    file.refreshes.compactMap { refresh in
      guard let new = refresh.access else { return nil }
      let site = file.facts[refresh.index].site
      // What was turned down before is what the refresh was for.
      let rejected = Set(
        file.exchanges.indices[..<refresh.index].suffix(300).compactMap { index -> String? in
          file.isRejected(index) && file.facts[index].site == site ? file.token(index) : nil
        })
      let old = file.exchanges.indices[refresh.index...].dropFirst().prefix(300).filter { index in
        guard let token = file.token(index), token != new, !file.isAuthStep(index) else {
          return false
        }
        return rejected.contains(token) && file.isAfter(index, refresh.index)
          && file.isRejected(index)
      }
      guard let first = old.first else { return nil }
      return Sign(
        [refresh.index] + old,
        Text(
          "\(file.label(refresh.index)) gave a new token, and \(file.label(first)) was sent with the one before.",
          "\(file.label(refresh.index))에서 새 토큰을 받았지만 \(file.label(first))는 이전 토큰으로 보내졌습니다."),
        fields: ["Authorization"])
    }
  }
}
