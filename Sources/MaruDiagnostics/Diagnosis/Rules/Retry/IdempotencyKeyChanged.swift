/// The retry of a write has another key, so that it is another write.
struct IdempotencyKeyChanged: Rule {
  static let declaration = Declaration(
    "retry.idempotency-key-changed", .high, needs: [.equality],
    Text("The retry has another Idempotency-Key", "재시도의 Idempotency-Key가 다릅니다"),
    why: Text("The server takes it for a second write.", "서버가 두 번째 쓰기로 여깁니다."),
    app: Text("Make one key per operation, before its first sending.", "첫 전송 전에 작업마다 키 하나를 만드십시오."),
    server: .nothing, reference: "draft-ietf-httpapi-idempotency-key-header §2.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.uncertainWrites().compactMap { first, second in
      guard let one = file.exchanges[first].request["idempotency-key"],
        let other = file.exchanges[second].request["idempotency-key"], one != other
      else { return nil }
      return Sign(
        [first, second],
        Text(
          "\(file.label(second)) sends again what \(file.label(first)) had sent, with a new key.",
          "\(file.label(second))가 \(file.label(first))와 같은 것을 새 키로 다시 보냅니다."),
        fields: ["Idempotency-Key"])
    }
  }
}
