/// A redirect leads from https to plain http.
struct RedirectToHTTP: Rule {
  static let declaration = Declaration(
    "redirect.to-http", .medium, needs: [.redirects],
    explains: ["net.ats-cleartext"],
    Text("A redirect leads from https to http", "리디렉션이 https에서 http로 내려갑니다"),
    why: Text(
      "App Transport Security stops the app there, and elsewhere the request goes on unencrypted.",
      "앱은 App Transport Security에 막히고, 다른 곳에서는 요청이 암호화 없이 이어집니다."),
    app: Text(
      "Call the https address of what it leads to, if there is one.",
      "최종 위치의 https 주소가 있으면 직접 부르십시오."),
    server: Text(
      "Write https into Location: behind a proxy, take the scheme from X-Forwarded-Proto or Forwarded.",
      "Location에 https를 쓰십시오. 프록시 뒤라면 X-Forwarded-Proto나 Forwarded의 스킴을 씁니다."),
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
