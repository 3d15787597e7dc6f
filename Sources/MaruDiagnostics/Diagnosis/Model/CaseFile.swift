internal import Foundation
internal import MaruHTTP

/// A capture with all that rules ask for, worked out once.
struct CaseFile: Sendable {
  let quality: CaptureQuality
  /// In the order in which they were sent.
  let exchanges: [Exchange]
  let facts: [Facts]
  let hops: [RedirectHop]
  let refreshes: [RefreshAttempt]
  let cookies: CookieReplay
  /// By token: the exchange in which it was handed out first.
  let births: [String: Int]
  private let hopByTarget: [Int: Int]
  private let hopBySource: [Int: Int]
  let byHost: [String: [Int]]
  /// The site of the most requests, of which those with a credential count tenfold.
  let mainSite: String
  private let byToken: [String: [Int]]
  private let refreshPlaces: Set<Int>
  private var loginPlaces: Set<Int> = []
  private var logoutPlaces: Set<Int> = []

  init(_ capture: Capture, client: ClientKind?) {
    let sorted = capture.exchanges.enumerated().sorted { one, other in
      switch (one.element.start, other.element.start) {
      case (let first?, let second?) where first != second: first < second
      default: one.offset < other.offset
      }
    }.map { client.map($0.element.sent(by:)) ?? $0.element }
    let facts = sorted.map { Facts($0) }
    quality = capture.quality
    exchanges = sorted
    self.facts = facts
    hops = RedirectReader.hops(sorted)
    hopByTarget = Dictionary(hops.map { ($0.to, $0.from) }) { first, _ in first }
    hopBySource = Dictionary(hops.map { ($0.from, $0.to) }) { first, _ in first }
    refreshes = zip(sorted, facts).enumerated().compactMap { index, pair in
      RefreshReader.attempt(pair.0, pair.1, index)
    }
    var births: [String: Int] = [:]
    for (index, facts) in facts.enumerated() where facts.reply != nil {
      let tokens = Tokens(facts)
      for token in [tokens.access, tokens.refresh].compactMap({ $0 }) + tokens.other
      where births[token] == nil {
        births[token] = index
      }
    }
    self.births = births
    var sites: [String: Int] = [:]
    for facts in facts { sites[facts.site, default: 0] += facts.credential == nil ? 1 : 10 }
    mainSite = sites.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? ""
    refreshPlaces = Set(refreshes.map(\.index))
    byToken = Dictionary(
      facts.enumerated().compactMap { index, facts in
        facts.credential.flatMap { $0.isToken ? ($0.secret, [index]) : nil }
      }, uniquingKeysWith: +)
    byHost = Dictionary(grouping: sorted.indices) { sorted[$0].address.host }
    cookies = CookieReplay(sorted, facts, hopByTarget)
    logoutPlaces = Set(sorted.indices.filter { looksLikeLogout($0) })
    loginPlaces = Set(sorted.indices.filter { looksLikeLogin($0) })
  }

  // MARK: Questions of one exchange

  func label(_ index: Int) -> String { exchanges[index].label }
  func status(_ index: Int) -> Int { exchanges[index].answer?.status ?? 0 }
  func field(_ name: String, of index: Int) -> String? { exchanges[index].answer?.fields[name] }

  /// The exchange whose redirect led here.
  func source(of index: Int) -> Int? { hopByTarget[index] }
  /// The exchange that a redirect led to.
  func target(of index: Int) -> Int? { hopBySource[index] }

  /// Whether one was sent after another was answered; by place in the capture without times.
  func isAfter(_ later: Int, _ earlier: Int) -> Bool {
    guard let start = exchanges[later].start, let end = exchanges[earlier].end else {
      return later > earlier
    }
    return start >= end && later != earlier
  }

  func overlap(_ one: Int, _ other: Int) -> Bool {
    guard let first = exchanges[one].start, let firstEnd = exchanges[one].end,
      let second = exchanges[other].start, let secondEnd = exchanges[other].end
    else { return false }
    return first < secondEnd && second < firstEnd
  }

  func isBrowser(_ index: Int) -> Bool {
    if let client = exchanges[index].client { return client.isBrowser }
    let fields = exchanges[index].request
    return fields.has("origin") || fields.has("sec-fetch-mode") || fields.has("sec-fetch-site")
  }

  /// The token or key that a request shows, if it is one that ends and is renewed.
  func token(_ index: Int) -> String? {
    facts[index].credential.flatMap { $0.isToken ? $0.secret : nil }
  }

  func hasCredentials(_ index: Int) -> Bool {
    facts[index].credential != nil
      || facts[index].cookies.contains { Words.isSessionCookie($0.name) }
  }

  /// Whether the same thing was asked: method, address and body.
  func isSameRequest(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (exchanges[one], exchanges[other])
    return first.method == second.method && first.address.text == second.address.text
      && first.requestBody.mark == second.requestBody.mark
  }

  func isRefresh(_ index: Int) -> Bool { refreshPlaces.contains(index) }

  /// The requests that show a token or key.
  func uses(of token: String) -> [Int] { byToken[token] ?? [] }

  /// Whether an answer says that the credential has ended or is no good, whatever its status.
  func saysExpired(_ index: Int) -> Bool {
    Words.any(Words.expired, in: facts[index].said)
  }

  /// Whether an answer says that one is known, but may not.
  func saysForbidden(_ index: Int) -> Bool {
    Words.any(Words.forbidden, in: facts[index].said)
  }

  /// Whether the credential was turned down: 401, or 403 and 200 that say so.
  func isRejected(_ index: Int) -> Bool {
    switch status(index) {
    case 401: true
    case 403: saysExpired(index)
    case 200: facts[index].reply != nil && errorBody(index) == .session
    default: false
    }
  }

  /// The server's time in an answer.
  func serverDate(_ index: Int) -> Date? {
    guard let text = field("date", of: index) else { return nil }
    let reference = exchanges[index].start ?? Date(timeIntervalSince1970: 1.7e9)
    return HTTPDate.parse(text, reference: reference)
  }

  /// Whether somebody got in by this exchange.
  func isLogin(_ index: Int) -> Bool { loginPlaces.contains(index) }
  /// Whether somebody left by this exchange, and the server agreed.
  func isLogout(_ index: Int) -> Bool { logoutPlaces.contains(index) }

  /// Requests with the paths of a refresh, login or logout are parts of the flow, not its users.
  func isAuthStep(_ index: Int) -> Bool {
    isRefresh(index) || isLogin(index) || isLogout(index)
  }
}

extension Exchange {
  /// The same, sent by another kind of client.
  func sent(by client: ClientKind) -> Exchange {
    Exchange(
      number: number, label: label, start: start, client: client, seconds: seconds,
      method: method, address: address, request: request, requestBody: requestBody,
      answer: answer, failure: failure, isFromCache: isFromCache, listedCookies: listedCookies)
  }
}
