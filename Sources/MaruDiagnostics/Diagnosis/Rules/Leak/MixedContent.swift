/// A page that came over https loads something over http.
struct MixedContent: Rule {
  static let declaration = Declaration(
    "leak.mixed-content", .low, needs: [],
    Text("An https page loads something over http", "https 페이지가 http로 무언가를 불러옵니다"),
    why: Text("Browsers block it, or it can be changed on the way.", "브라우저가 막거나 도중에 바뀔 수 있습니다."),
    app: .nothing, server: Text("Use https addresses in pages.", "페이지에 https 주소를 쓰십시오."),
    reference: "Mixed Content §4")

  static func look(at file: CaseFile) -> [Sign] {
    file.perHost { index in
      let exchange = file.exchanges[index]
      return exchange.address.scheme == "http" && !exchange.address.isLoopback
        && !file.facts[index].isNavigation && file.source(of: index) == nil
        && (exchange.request["referer"]?.hasPrefix("https://") == true
          || exchange.request["origin"]?.hasPrefix("https://") == true)
    }.map { found in
      Sign(found, Text("Seen in \(file.names(found)).", "\(file.names(found))에서 보입니다."))
    }
  }
}
