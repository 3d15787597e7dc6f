/// An answer that can't have a body has one.
struct BodyNotAllowed: Rule {
  static let declaration = Declaration(
    "status.204-with-body", .low, needs: [.responseBodies],
    Text("An answer with status 204 or 205 has a body", "204나 205 응답에 본문이 있습니다"),
    why: Text(
      "What is left on the connection is read as the beginning of the next answer.",
      "연결에 남은 바이트가 다음 응답의 시작으로 읽힙니다."), app: .nothing,
    server: Text("Send no body, or status 200.", "본문을 보내지 말거나 200으로 답하십시오."),
    reference: "RFC 9110 §15.3.5, §15.3.6")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      // Captures show the stored body with a 304, which is none of the wire's.
      guard let answer = file.exchanges[index].answer, answer.status == 204 || answer.status == 205
      else {
        return false
      }
      return !(answer.body.text ?? "").isEmpty
        || (answer.fields["content-length"].flatMap { Int($0) } ?? 0) > 0
    }.map { found in
      Sign(
        found,
        Text("A body came with \(file.names(found)).", "\(file.names(found))에 본문이 있습니다."),
        fields: ["status", "Content-Length"])
    }
  }
}
