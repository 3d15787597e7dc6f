/// No answer came in time.
struct Timeout: Rule {
  static let declaration = Declaration(
    "net.timeout", .medium, needs: [],
    Text("No answer came in time", "제시간에 응답이 없었습니다"),
    why: Text(
      "Whether a write was done is not known.", "쓰기가 이루어졌는지 알 수 없습니다."),
    app: Text(
      "Retry what may be repeated; send writes with an Idempotency-Key.",
      "반복해도 되는 것만 재시도하고 쓰기에는 Idempotency-Key를 보내십시오."),
    server: Text("Answer, or refuse, before clients give up.", "클라이언트가 포기하기 전에 답하거나 거절하십시오."),
    reference: "RFC 9110 §9.2.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.failed([.timeout]).map { found in
      let seconds = Int(found.map { file.exchanges[$0].seconds }.max() ?? 0)
      return file.failureSign(
        found, nil, "Nothing came within \(seconds) s", "\(seconds)초 동안 응답이 없었습니다")
    }
  }
}
