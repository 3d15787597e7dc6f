/// The server's certificate has ended, or has not begun by the device's clock.
struct TLSExpired: Rule {
  static let declaration = Declaration(
    "net.tls-expired", .high, needs: [],
    Text("The server's certificate is out of its time", "서버 인증서의 유효 기간이 아닙니다"),
    why: Text(
      "All clients fail at once, or one device whose clock is wrong.",
      "모든 클라이언트가 한꺼번에, 또는 시계가 틀린 기기 하나가 실패합니다."),
    app: Text("Say so; keep the credentials.", "그렇게 알리고 자격 증명을 지키십시오."),
    server: Text("Renew the certificate, and watch its end.", "인증서를 갱신하고 만료를 감시하십시오."),
    reference: "RFC 5280 §4.1.2.5")

  static func look(at file: CaseFile) -> [Sign] {
    file.failed([.tlsExpired]).map {
      file.failureSign($0, nil, "The certificate is out of its time", "인증서의 유효 기간이 아닙니다")
    }
  }
}
