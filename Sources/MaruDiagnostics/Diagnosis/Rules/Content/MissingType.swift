/// An answer with a body does not say what it is.
struct MissingType: Rule {
  static let declaration = Declaration(
    "content.missing-type", .low, needs: [.responseBodies],
    Text("An answer has no Content-Type", "Content-Type 없는 응답입니다"),
    why: Text("Clients must guess.", "클라이언트가 추측해야 합니다."), app: .nothing,
    server: Text("Send Content-Type.", "Content-Type을 보내십시오."), reference: "RFC 9110 §8.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.isFirstParty(index), let answer = file.exchanges[index].answer,
        answer.status == 200,
        !answer.fields.isEmpty, !answer.fields.has("content-type"),
        file.exchanges[index].method != "HEAD"
      else { return false }
      return !(answer.body.text ?? "").isEmpty && answer.fields["content-length"] != "0"
    }.map { found in
      Sign(
        found, Text("No type in \(file.names(found)).", "\(file.names(found))에 형식이 없습니다."),
        fields: ["Content-Type"])
    }
  }
}
