/// A 405 contradicts its own `Allow`, or has none.
struct MethodNotAllowed: Rule {
  static let declaration = Declaration(
    "status.405-allow", .low, needs: [],
    Text("405 with a wrong Allow, or none", "405의 Allow가 틀리거나 없습니다"),
    why: Text("The client can't learn which method is right.", "클라이언트가 올바른 메서드를 알 수 없습니다."),
    app: .nothing,
    server: Text("Send Allow with the methods that there are.", "가능한 메서드를 Allow로 보내십시오."),
    reference: "RFC 9110 §15.5.6")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.status(index) == 405 else { return false }
      let allowed = file.exchanges[index].answer?.fields.tokens("allow")
      guard let allowed, !allowed.isEmpty else { return true }
      return allowed.contains(file.exchanges[index].method.lowercased())
    }.map { found in
      Sign(
        found,
        Text("\(file.names(found)) were answered 405.", "\(file.names(found))이(가) 405를 받았습니다."),
        fields: ["Allow"])
    }
  }
}
