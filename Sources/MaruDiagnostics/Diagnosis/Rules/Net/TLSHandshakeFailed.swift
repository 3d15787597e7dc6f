/// TLS could not be agreed on.
struct TLSHandshakeFailed: Rule {
  static let declaration = Declaration(
    "net.tls-handshake-failed", .high, needs: [],
    Text("The TLS handshake failed", "TLS 핸드셰이크가 실패했습니다"),
    why: Text(
      "Nothing was asked and nothing refused: it says nothing of token or session.",
      "요청도 거절도 없었으므로 토큰이나 세션과는 무관합니다."),
    app: Text(
      "Treat it as a failure of the network: retry, and keep the credentials.",
      "네트워크 장애로 다루어 재시도하고 자격 증명을 지키십시오."),
    server: Text(
      "Look at protocol versions, cipher suites and what ends TLS in front of the server.",
      "프로토콜 버전, 암호 모음, 서버 앞의 TLS 종단을 확인하십시오."),
    reference: "RFC 8446 §6.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.failed([.tlsHandshake]).map {
      file.failureSign($0, nil, "The connection was closed in the handshake", "핸드셰이크 중에 연결이 끊겼습니다")
    }
  }
}
