internal import MaruHTTP

/// A `Secure` cookie comes over plain http, where no client takes it.
struct SecureSetOverHTTP: Rule {
  static let declaration = Declaration(
    "cookie.secure-set-over-http", .high, needs: [],
    explains: ["cookie.new-session-every-response"],
    Text("A Secure cookie is set over http", "http로 Secure 쿠키를 설정합니다"),
    why: Text(
      "The client throws it away: the session never begins.",
      "클라이언트가 버리므로 세션이 시작되지 않습니다."),
    app: Text("Use the https address.", "https 주소를 쓰십시오."),
    server: Text(
      "Serve https, and let the proxy say so (X-Forwarded-Proto), or set no Secure in development.",
      "https로 제공하고 프록시가 X-Forwarded-Proto로 알리게 하십시오."),
    reference: "RFC 6265bis §5.7")

  static func look(at file: CaseFile) -> [Sign] {
    file.refused { $0 == .secureWithoutTLS }.map { name, sets in
      let places = sets.map(\.exchange)
      let isCredential = sets.contains(where: \.isCredential)
      return Sign(
        places,
        Text(
          "\(name) is Secure and came without TLS (\(file.names(places))).",
          "\(name)은(는) Secure인데 TLS 없이 왔습니다(\(file.names(places)))."),
        fields: ["Set-Cookie", name], severity: isCredential ? .high : .low)
    }
  }
}
