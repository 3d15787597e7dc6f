internal import MaruHTTP

/// A `Secure` session stays behind since the call goes over plain http.
struct SchemeDowngrade: Rule {
  static let declaration = Declaration(
    "cookie.scheme-downgrade", .high, needs: [.credentials],
    explains: ["auth.401-missing-credentials"],
    Text("A Secure cookie can't go with an http call", "Secure 쿠키는 http 호출에 갈 수 없습니다"),
    why: Text("The call has no session.", "호출에 세션이 없습니다."),
    app: Text("Use the https address.", "https 주소를 쓰십시오."),
    server: Text("Redirect http to https, and send HSTS.", "http를 https로 돌리고 HSTS를 보내십시오."),
    reference: "RFC 6265bis §5.8.3")

  static func look(at file: CaseFile) -> [Sign] {
    file.staying(.needsTLS).map { name, places in
      Sign(
        places,
        Text(
          "\(name) is Secure and the calls that were turned down go over http (\(file.names(places))).",
          "\(name)은(는) Secure인데 거절된 호출은 http로 갔습니다(\(file.names(places)))."),
        fields: ["Cookie", name])
    }
  }
}
