/// Some calls of a server carry the token, and others that need it do not.
struct InconsistentCredentials: Rule {
  static let declaration = Declaration(
    "auth.inconsistent-credentials", .medium, needs: [.credentials],
    Text("Only some calls carry the credential", "일부 호출에만 자격 증명이 있습니다"),
    why: Text(
      "The calls without it fail although the session is good.",
      "세션이 유효한데도 자격 증명이 없는 호출이 실패합니다."),
    app: Text(
      "Let one place add the credential to every call of this server.",
      "한 곳에서 이 서버의 모든 호출에 자격 증명을 넣게 하십시오."),
    server: .nothing, reference: "RFC 9110 §11.6.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.byHost.values.compactMap { all in
      let good = all.filter {
        file.facts[$0].credential != nil && (200..<300).contains(file.status($0))
      }
      guard let first = good.first, let last = good.last else { return nil }
      var lastWith: [Asked: Int] = [:]
      for index in all where file.hasCredentials(index) { lastWith[file.asked(index)] = index }
      let bare = all.filter { index in
        file.status(index) == 401 && !file.hasCredentials(index) && !file.facts[index].isPreflight
          && file.source(of: index) == nil && !file.isAuthStep(index)
          // Between good ones: before the first one there was perhaps no token yet.
          && index > first && index < last
          && lastWith[file.asked(index)] ?? 0 <= index
      }
      guard let one = bare.first else { return nil }
      return Sign(
        [first] + bare,
        Text(
          "\(file.label(first)) carries a credential, \(file.names(bare)) to the same server do not; the first of them is \(file.label(one)).",
          "\(file.label(first))에는 자격 증명이 있지만 같은 서버로 간 \(file.names(bare))에는 없습니다. 첫 번째는 \(file.label(one))입니다."
        ),
        fields: ["Authorization"], confidence: .likely)
    }
  }
}
