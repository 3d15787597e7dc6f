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
  private let refreshPlaces: Set<Int>
  /// Exchanges by which somebody got in, and those by which somebody left, in order.
  private(set) var logins: [Int] = []
  private(set) var logouts: [Int] = []
  private var rejections: Set<Int> = []
  private var loginPlaces: Set<Int> = []
  private var logoutPlaces: Set<Int> = []
  /// By refresh: the first request that shows what it gave.
  private(set) var firstUses: [Int?] = []

  init(_ capture: Capture, client: ClientKind?) {
    let sorted = Self.inOrder(capture.exchanges).map { client.map($0.sent(by:)) ?? $0 }
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
    byHost = Dictionary(grouping: sorted.indices) { sorted[$0].address.host }
    cookies = CookieReplay(sorted, facts, hopByTarget)
    rejections = Set(sorted.indices.filter { looksRejected($0) })
    logouts = sorted.indices.filter { looksLikeLogout($0) }
    logoutPlaces = Set(logouts)
    logins = sorted.indices.filter { looksLikeLogin($0) }
    loginPlaces = Set(logins)
    firstUses = refreshes.map { firstUse(after: $0) }
  }

  /// As they were sent. One without a time stands behind the one that it follows in the file.
  private static func inOrder(_ exchanges: [Exchange]) -> [Exchange] {
    var last = Date.distantPast
    let moments = exchanges.map { exchange in
      last = exchange.start ?? last
      return last
    }
    return exchanges.indices.sorted { (moments[$0], $0) < (moments[$1], $1) }.map { exchanges[$0] }
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

  /// The token or key that a request shows, if it is one that ends and is renewed.
  func token(_ index: Int) -> String? {
    facts[index].credential.flatMap { $0.isToken ? $0.secret : nil }
  }

  func hasCredentials(_ index: Int) -> Bool {
    facts[index].credential != nil
      || !facts[index].sessionCookies.isEmpty
  }

  /// What was asked: two requests with the same are one request sent twice.
  func asked(_ index: Int) -> Asked {
    let exchange = exchanges[index]
    return Asked(
      method: exchange.method, url: exchange.address.text, body: exchange.requestBody.mark)
  }

  /// Whether the same thing was asked: method, address and body.
  func isSameRequest(_ one: Int, _ other: Int) -> Bool { asked(one) == asked(other) }

  func isRefresh(_ index: Int) -> Bool { refreshPlaces.contains(index) }

  /// Whether an answer says that the credential has ended or is no good, whatever its status.
  func saysExpired(_ index: Int) -> Bool {
    Words.any(Words.expired, in: facts[index].said)
  }

  /// Whether an answer says that one is known, but may not.
  func saysForbidden(_ index: Int) -> Bool {
    Words.any(Words.forbidden, in: facts[index].said)
  }

  /// Whether the credential was turned down: 401, or 403 and 200 that say so.
  func isRejected(_ index: Int) -> Bool { rejections.contains(index) }

  private func looksRejected(_ index: Int) -> Bool {
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
