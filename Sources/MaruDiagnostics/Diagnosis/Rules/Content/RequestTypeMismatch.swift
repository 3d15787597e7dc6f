/// A request's body is of another type than the server reads.
struct RequestTypeMismatch: Rule {
  static let declaration = Declaration(
    "content.request-type-mismatch", .high, needs: [.requestBodies],
    Text(
      "The request's body is of another type than the server reads", "요청 본문의 형식이 서버가 읽는 것과 다릅니다"),
    why: Text(
      "The server finds no parameters, and complains of one that is missing instead of the type.",
      "서버가 매개변수를 찾지 못해 형식 대신 누락된 값을 탓합니다."),
    app: Text(
      "Send token requests as application/x-www-form-urlencoded, and name the type of every body.",
      "토큰 요청은 application/x-www-form-urlencoded로 보내고 모든 본문의 형식을 명시하십시오."),
    server: Text("Answer 415 for types that are not read.", "읽지 않는 형식에는 415로 답하십시오."),
    reference: "RFC 6749 §4.1.3, §6, RFC 9110 §15.5.16")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      let exchange = file.exchanges[index]
      guard let text = exchange.requestBody.text, !text.isEmpty,
        (400..<500).contains(file.status(index))
      else { return false }
      let type = (exchange.request["content-type"] ?? exchange.requestBody.type)
        .prefix { $0 != ";" }.lowercased()
      let isJSON = exchange.requestBody.isJSON && JSONValue.parse(text) != nil
      let isGrant = file.facts[index].posted["grant_type"] != nil
      if file.status(index) == 415 { return true }
      // RFC 6749 §4.1.3: token requests are forms.
      if isGrant, isJSON || type.hasSuffix("json") {
        let said = file.facts[index].said
        return [
          "unsupported_grant_type", "invalid_request", "missing", "required", "invalid_client",
        ]
        .contains { said.contains($0) }
      }
      guard [400, 415, 422].contains(file.status(index)) else { return false }
      return isJSON && type == "application/x-www-form-urlencoded"
        || !isJSON && type.hasSuffix("json")
        || isJSON && (type.isEmpty || type == "text/plain" || type == "application/octet-stream")
    }.map { found in
      Sign(
        found,
        Text(
          "The body's type is none that was read (\(file.names(found))).",
          "본문 형식을 서버가 읽지 못했습니다(\(file.names(found)))."),
        fields: ["Content-Type"], confidence: .likely)
    }
  }
}
