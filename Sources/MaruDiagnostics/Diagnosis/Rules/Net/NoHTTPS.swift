/// A server answers over plain http what it should only answer over https.
struct NoHTTPS: Rule {
  static let declaration = Declaration(
    "net.no-https", .low, needs: [],
    Text("A server answers over plain http", "서버가 암호화 없는 http로 답합니다"),
    why: Text(
      "Whoever is on the way can read and change it; App Transport Security will block it.",
      "경로상의 누구나 읽고 바꿀 수 있으며 App Transport Security가 막습니다."),
    app: Text("Use the https address.", "https 주소를 쓰십시오."),
    server: Text(
      "Redirect http to https, or do not listen on it.", "http는 https로 돌리거나 열지 마십시오."),
    reference: "RFC 9325 §3.2, RFC 6797 §7.2")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      let address = file.exchanges[index].address
      return address.scheme == "http" && !address.isLoopback && file.isFirstParty(index)
        && (200..<300).contains(file.status(index)) && !file.exchanges[index].isFromCache
    }.map { found in
      Sign(
        found,
        Text(
          "Answered without TLS: \(file.names(found)).", "TLS 없이 답했습니다: \(file.names(found))."))
    }
  }
}
