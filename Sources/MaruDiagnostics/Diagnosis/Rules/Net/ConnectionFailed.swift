/// There was no connection, or it broke.
struct ConnectionFailed: Rule {
  static let declaration = Declaration(
    "net.connection-failed", .medium, needs: [],
    Text("The connection failed or broke", "연결이 실패하거나 끊겼습니다"),
    why: Text(
      "The server may have done what a broken request asked for.", "도중에 끊긴 요청은 처리되었을 수 있습니다."),
    app: Text(
      "Retry what may be repeated, and keep the credentials.",
      "반복해도 되는 것만 재시도하고 자격 증명을 지키십시오."),
    server: .nothing, reference: "RFC 9110 §9.2.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.failed([.refused, .connectionLost, .offline]).map { found in
      let isOffline = found.allSatisfy { file.exchanges[$0].failure?.kind == .offline }
      return file.failureSign(
        found, isOffline ? .low : .medium,
        isOffline ? "The device was offline, and nothing was sent" : "No whole answer came",
        isOffline ? "기기가 오프라인이라 아무것도 전송되지 않았습니다" : "온전한 응답이 오지 않았습니다")
    }
  }
}
