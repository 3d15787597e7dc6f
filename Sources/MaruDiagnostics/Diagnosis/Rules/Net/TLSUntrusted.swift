/// The server's certificate is not one that the client trusts.
struct TLSUntrusted: Rule {
  static let declaration = Declaration(
    "net.tls-untrusted", .high, needs: [],
    Text("The server's certificate is not trusted", "서버 인증서를 신뢰할 수 없습니다"),
    why: Text(
      "Somebody may be in between; it says nothing of token or session.",
      "누군가 중간에 있을 수 있으며 토큰이나 세션과는 무관합니다."),
    app: Text(
      "Do not turn the check off; install the debugging proxy's certificate on the test device.",
      "검사를 끄지 말고, 시험 기기에는 디버깅 프록시의 인증서를 설치하십시오."),
    server: Text("Send the whole chain up to a known root.", "알려진 루트까지 전체 체인을 보내십시오."),
    reference: "RFC 5280 §6, RFC 9110 §4.3.4")

  static func look(at file: CaseFile) -> [Sign] {
    file.failed([.tlsUntrusted]).map {
      file.failureSign(
        $0, nil, "The certificate's chain ends in no root that is known", "인증서 체인이 알려진 루트로 끝나지 않습니다"
      )
    }
  }
}
