/// A call that needs a credential is sent without one, and nobody tries again with one.
struct MissingCredentials: Rule {
  static let declaration = Declaration(
    "auth.401-missing-credentials", .medium, needs: [.credentials],
    Text("A call was sent without credentials", "자격 증명 없이 보낸 호출입니다"),
    why: Text(
      "The server can't know who asks.", "서버는 누가 요청하는지 알 수 없습니다."),
    app: Text(
      "Add the credential to every call of this server, or do not call before there is one.",
      "이 서버로 가는 모든 호출에 자격 증명을 넣거나, 생기기 전에는 호출하지 마십시오."),
    server: .nothing, reference: "RFC 9110 §11.6.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      let exchange = file.exchanges[index]
      guard file.status(index) == 401, !file.facts[index].isPreflight, exchange.failure == nil,
        !file.hasCredentials(index), file.facts[index].cookies.isEmpty, !file.isAuthStep(index),
        // Dropped on the way: that has a name of its own.
        file.source(of: index) == nil,
        !exchange.address.segments.contains(where: { Words.login.contains($0) || $0 == "token" }),
        !exchange.address.items.contains(where: { Words.accessNames.contains($0.name.lowercased()) }
        )
      else { return false }
      return !isAnswered(index, file)
    }.compactMap { found in
      // Others of the same server show one: which call forgot it is another rule's to say.
      let others = file.byHost[file.exchanges[found[0]].address.host] ?? []
      guard !others.contains(where: { file.facts[$0].credential != nil }) else { return nil }
      return Sign(
        found,
        Text(
          "\(found.count) calls without a credential were answered 401 (\(file.names(found))).",
          "자격 증명 없는 호출 \(found.count)개가 401을 받았습니다(\(file.names(found)))."),
        fields: ["Authorization"], confidence: .likely)
    }
  }

  /// The challenge was taken up: the same was asked again, with a credential.
  private static func isAnswered(_ index: Int, _ file: CaseFile) -> Bool {
    file.exchanges.indices[index...].dropFirst().prefix(100).contains {
      file.isSameRequest($0, index) && file.hasCredentials($0)
    }
  }
}
