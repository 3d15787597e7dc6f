/// What a body is and what its type says are two things.
struct TypeMismatch: Rule {
  static let declaration = Declaration(
    "content.type-mismatch", .low, needs: [.responseBodies],
    Text("The body is not what Content-Type says", "본문이 Content-Type과 다릅니다"),
    why: Text(
      "Clients that go by the type refuse or misread it.",
      "형식을 따르는 클라이언트가 거부하거나 잘못 읽습니다."),
    app: .nothing, server: Text("Send the true type.", "실제 형식을 보내십시오."),
    reference: "RFC 9110 §8.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard file.isFirstParty(index), let body = file.exchanges[index].answer?.body,
        body.text != nil,
        file.exchanges[index].answer?.fields.has("content-type") == true
      else { return false }
      switch body.essence {
      case let type where type.hasSuffix("json"):
        return body.isHTML || body.opening.hasPrefix("<!doctype") || body.opening.hasPrefix("<?xml")
      case "text/html", "text/plain":
        return (body.opening.hasPrefix("{") || body.opening.hasPrefix("[{"))
          && (file.facts[index].expectsJSON || file.facts[index].credential != nil)
      default: return false
      }
    }.map { found in
      let isJSON = file.exchanges[found[0]].answer?.body.essence.hasSuffix("json") ?? false
      return Sign(
        found,
        Text(
          "\(isJSON ? "Not JSON, though it says so" : "JSON, though it says text") (\(file.names(found))).",
          "\(isJSON ? "JSON이라지만 아닙니다" : "text라지만 JSON입니다")(\(file.names(found)))."),
        fields: ["Content-Type"], severity: isJSON ? .medium : .low)
    }
  }
}
