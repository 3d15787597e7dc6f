/// The certificate is for another host.
struct TLSHostMismatch: Rule {
  static let declaration = Declaration(
    "net.tls-host-mismatch", .high, needs: [],
    Text("The certificate is for another host", "인증서가 다른 호스트의 것입니다"),
    why: Text(
      "Another server answers, or a network's login page.",
      "다른 서버나 네트워크의 로그인 페이지가 답하고 있습니다."),
    app: Text("Call the host by a name that its certificate has.", "인증서에 있는 이름으로 부르십시오."),
    server: Text("Add the name to the certificate.", "인증서에 이름을 추가하십시오."),
    reference: "RFC 9525 §6")

  static func look(at file: CaseFile) -> [Sign] {
    file.failed([.tlsHostMismatch]).map {
      file.failureSign($0, nil, "The certificate names other hosts", "인증서에 다른 호스트가 적혀 있습니다")
    }
  }
}
