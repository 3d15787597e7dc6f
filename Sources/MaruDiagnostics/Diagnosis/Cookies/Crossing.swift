internal import MaruHTTP

/// Tells for each request whether another site has caused it (RFC 6265bis §5.2), as far as fields and
/// redirects show.
struct Crossing {
  private let exchanges: [Exchange]
  private let facts: [Facts]
  private let sources: [Int: Int]
  private var known: [Int: Bool] = [:]

  init(_ exchanges: [Exchange], _ facts: [Facts], _ sources: [Int: Int]) {
    (self.exchanges, self.facts, self.sources) = (exchanges, facts, sources)
  }

  /// The request as the cookie engine takes it; nil if no cookie can go there.
  mutating func request(_ index: Int) -> CookieRequest? {
    let exchange = exchanges[index]
    guard let url = exchange.address.requestURL else { return nil }
    var request = CookieRequest(to: url, method: RequestMethod(exchange.method) ?? .get)
    guard exchange.isFromBrowser else { return request }
    let isCrossing = isCrossSite(index)
    request.isNavigation = facts[index].isNavigation || followsAsPage(index)
    if isCrossing { request.firstParty = Self.elsewhere }
    return request
  }

  /// Some other site: which one makes no difference.
  private static let elsewhere = Origin(scheme: .https, host: "elsewhere.invalid", port: nil)

  mutating func isCrossSite(_ index: Int) -> Bool {
    if let answer = known[index] { return answer }
    // Redirects can go in circles; what is being asked counts as not crossing.
    known[index] = false
    var answer = facts[index].isCrossSite
    let claim = exchanges[index].request["sec-fetch-site"]?.lowercased()
    if !answer, claim == nil, let source = sources[index], source < index {
      // RFC 6265bis §5.2: a redirect through another site stays that site's.
      answer = facts[source].site != facts[index].site || isCrossSite(source)
    }
    known[index] = answer
    return answer
  }

  /// A redirect through other sites, without any sign of a script, opens a page.
  private func followsAsPage(_ index: Int) -> Bool {
    let fields = exchanges[index].request
    return exchanges[index].method == "GET" && sources[index] != nil
      && !fields.has("origin") && !fields.has("x-requested-with")
      && !facts[index].expectsJSON
      && (fields["sec-fetch-mode"] ?? "navigate") == "navigate"
  }
}
