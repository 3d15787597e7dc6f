/// A client that asked for JSON got a page.
struct HTMLInsteadOfJSON: Rule {
  static let declaration = Declaration(
    "content.html-instead-of-json", .high, needs: [],
    Text("A page came where JSON was asked for", "JSON을 요청했는데 HTML이 왔습니다"),
    why: Text(
      "The decoder fails at the first \"<\", and the true reason, a login page or a gateway's error, is lost.",
      "해독기가 첫 \"<\"에서 실패하고 로그인 페이지나 게이트웨이 오류라는 진짜 이유가 사라집니다."),
    app: Text(
      "Look at status and Content-Type before decoding.", "해독하기 전에 상태와 Content-Type을 확인하십시오."),
    server: Text(
      "Answer calls with JSON, errors included; set the gateway's error pages to problem details.",
      "오류를 포함해 호출에는 JSON으로 답하고 게이트웨이의 오류 페이지도 문제 상세로 바꾸십시오."),
    reference: "RFC 9110 §12.5.1, RFC 9457")

  static func look(at file: CaseFile) -> [Sign] {
    let found = file.exchanges.indices.filter { index in
      guard file.status(index) > 0, !(300..<400).contains(file.status(index)), file.isHTML(index),
        !file.facts[index].isNavigation, file.exchanges[index].method != "HEAD"
      else { return false }
      return file.facts[index].expectsJSON || isCall(index, file)
    }
    let groups = Dictionary(grouping: found) {
      "\(file.exchanges[$0].address.host) \(file.status($0) / 100)"
    }
    return groups.values.sorted { $0[0] < $1[0] }.map { places in
      let isError = file.status(places[0]) >= 400
      return Sign(
        places,
        Text(
          "\(file.names(places)): HTML with status \(file.status(places[0])).",
          "\(file.names(places)): 상태 \(file.status(places[0]))의 HTML입니다."),
        fields: ["Accept", "Content-Type"], severity: isError ? .medium : .high,
        confidence: file.facts[places[0]].expectsJSON ? .certain : .likely)
    }
  }

  /// A client that shows no pages, at a path of an API.
  private static func isCall(_ index: Int, _ file: CaseFile) -> Bool {
    let exchange = file.exchanges[index]
    let accept = exchange.request["accept"]?.lowercased() ?? ""
    guard !accept.contains("text/"),
      exchange.client?.isBrowser == false || file.facts[index].credential != nil,
      exchange.client != .curl
    else { return false }
    return exchange.requestBody.essence.hasSuffix("json")
      || exchange.address.segments.contains { $0 == "api" || $0 == "graphql" || $0 == "rpc" }
  }
}
