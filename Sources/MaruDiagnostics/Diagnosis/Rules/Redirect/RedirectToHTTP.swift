/// A redirect leads from https to plain http.
struct RedirectToHTTP: Rule {
  static let declaration = Declaration(
    "redirect.to-http", .medium, needs: [.redirects],
    explains: ["net.ats-cleartext"],
    Text("A redirect leads from https to http", "리디렉션이 https에서 http로 내려갑니다"),
    why: Text(
      "App Transport Security stops the app there, and elsewhere the request goes on unencrypted.",
      "앱은 App Transport Security에 막히고, 다른 곳에서는 요청이 암호화 없이 이어집니다."),
    app: Text("Call the final https address.", "최종 https 주소를 직접 부르십시오."),
    server: Text(
      "Build addresses with the scheme that the client used (X-Forwarded-Proto, Forwarded).",
      "클라이언트가 쓴 스킴(X-Forwarded-Proto, Forwarded)으로 주소를 만드십시오."),
    reference: "RFC 9110 §17.1, RFC 9700 §2.6")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      guard let location = file.exchanges[index].answer?.location,
        file.exchanges[index].address.isSecure
      else { return false }
      let target = file.exchanges[index].address.resolving(location)
      // An app may listen on its own machine (RFC 8252 §7.3).
      return target.scheme == "http" && !target.isLoopback
    }.map { found in
      let isOwn = found.contains { index in
        let exchange = file.exchanges[index]
        let target = exchange.address.resolving(exchange.answer?.location ?? "")
        return file.isFirstParty(index) && Facts.site(of: target.host) == file.facts[index].site
      }
      let isCall = found.contains { !file.exchanges[$0].isFromBrowser || file.hasCredentials($0) }
      return Sign(
        found,
        Text(
          "Location is an http address (\(file.names(found))).",
          "Location이 http 주소입니다(\(file.names(found)))."),
        fields: ["Location"], severity: isOwn && isCall ? .medium : .low)
    }
  }
}
