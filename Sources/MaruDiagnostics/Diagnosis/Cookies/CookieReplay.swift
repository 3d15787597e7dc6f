internal import MaruHTTP

internal import struct Foundation.Date

/// A capture's cookies, lived through again: what each client had when it sent a request.
///
/// Answers count when they end, not when their requests began: a slow one comes last.
struct CookieReplay: Sendable {
  /// What became of a request's cookies.
  struct Sending: Sendable {
    /// Cookies that belong to the request and did not go.
    var missing: [Cookie] = []
    /// Cookies of the host or its domains that stay by the rules, with the reasons.
    var staying: [CookieReport.Entry] = []
  }

  private(set) var sets: [CookieSet] = []
  private var setsByExchange: [Int: [Int]] = [:]
  private var setsByPair: [PairKey: [Int]] = [:]
  private var setsByName: [NameKey: [Int]] = [:]
  private(set) var sendings: [Int: Sending] = [:]
  /// What each client had at the end.
  private(set) var jars: [String: CookieJar] = [:]
  /// By exchange: the client's jar, and when the request was sent.
  private let senders: [(jar: String, date: Date)]
  private var reports = 0

  private struct PairKey: Hashable {
    let jar: String
    let name: String
    let value: String
  }

  private struct NameKey: Hashable {
    let jar: String
    let host: String
    let name: String
  }

  init(_ exchanges: [Exchange], _ facts: [Facts], _ sources: [Int: Int]) {
    let dates = Self.dates(exchanges)
    senders = zip(exchanges, dates).map { (Self.jar(of: $0), $1.start) }
    // What ended in a moment came before what began in it.
    let events = exchanges.indices.flatMap { [(dates[$0].end, 0, $0), (dates[$0].start, 1, $0)] }
      .sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }
    var crossing = Crossing(exchanges, facts, sources)
    for (date, kind, index) in events {
      let exchange = exchanges[index]
      // A cache's answer was no request, and what it once set was set then.
      guard !exchange.isFromCache, exchange.address.requestURL != nil else { continue }
      if kind == 1 {
        send(exchange, facts[index], index, date, &crossing)
      } else if !facts[index].setCookies.isEmpty {
        receive(exchange, facts[index], index, date, &crossing)
      }
    }
  }

  private static func dates(_ exchanges: [Exchange]) -> [(start: Date, end: Date)] {
    let first = exchanges.lazy.compactMap(\.start).first ?? Date(timeIntervalSince1970: 1.7e9)
    return exchanges.enumerated().map { index, exchange in
      // Without times the order of the file counts, and each answer ends before the next begins.
      let start = exchange.start ?? first.addingTimeInterval(Double(index))
      let end = exchange.start == nil ? start.addingTimeInterval(0.5) : exchange.end ?? start
      return (start, max(end, start.addingTimeInterval(0.000_1)))
    }
  }

  private static func rules(of exchange: Exchange) -> CookieRules {
    var rules = CookieRules()
    if !exchange.takesUnsaidForLax { rules.unsaidSameSite = .none }
    return rules
  }

  static func jar(of exchange: Exchange) -> String { exchange.client?.rawValue ?? "" }

  private mutating func receive(
    _ exchange: Exchange, _ facts: Facts, _ index: Int, _ date: Date, _ crossing: inout Crossing
  ) {
    let name = Self.jar(of: exchange)
    guard let request = crossing.request(index) else { return }
    // Taken out while it changes: as long as two hold a jar, every change copies it.
    var jar = jars.removeValue(forKey: name) ?? CookieJar(rules: Self.rules(of: exchange))
    defer { jars[name] = jar }
    var new: [CookieSet] = facts.setCookies.map { line in
      CookieSet(
        line, exchange: index, outcome: jar.receive(line, answering: request, at: date),
        date: date, jar: name, host: exchange.address.host)
    }
    let kept = Set(new.filter { !$0.isDeletion && $0.refusal == nil }.map(\.name))
    for place in new.indices {
      guard case .deletedNothing(leavesNamesakes: true) = new[place].outcome,
        // What the same answer sets anew was not meant to go.
        !kept.contains(new[place].name)
      else { continue }
      new[place].missed = jar.cookies.filter { cookie in
        cookie.name == new[place].name
          && (cookie.domain == exchange.address.host
            || !cookie.isHostOnly
              && CookieHost.domain(cookie.domain, covers: exchange.address.host))
      }
    }
    for set in new {
      setsByExchange[index, default: []].append(sets.count)
      setsByPair[PairKey(jar: name, name: set.name, value: set.value), default: []].append(
        sets.count)
      setsByName[NameKey(jar: name, host: set.host, name: set.name), default: []].append(sets.count)
      sets.append(set)
    }
  }

  private mutating func send(
    _ exchange: Exchange, _ facts: Facts, _ index: Int, _ date: Date, _ crossing: inout Crossing
  ) {
    guard let jar = jars[Self.jar(of: exchange)], jar.count > 0, !facts.isPreflight,
      let request = crossing.request(index)
    else { return }
    let sent = Set(facts.cookies.map(\.name))
    var sending = Sending()
    sending.missing = jar.cookies(for: request, at: date).filter { !sent.contains($0.name) }
    // Looking at every cookie is for requests with which something went wrong.
    let status = exchange.answer?.status ?? 0
    if (300...308).contains(status) || (400..<500).contains(status), reports < Self.maximumReports {
      reports += 1
      sending.staying = jar.report(for: request, at: date).entries.filter {
        !$0.isSent && !$0.reasons.contains(.otherHost) && !sent.contains($0.cookie.name)
      }
    }
    if !sending.missing.isEmpty || !sending.staying.isEmpty { sendings[index] = sending }
  }

  private static let maximumReports = 20_000

  // MARK: Questions

  func sets(in exchange: Int) -> [CookieSet] {
    (setsByExchange[exchange] ?? []).map { sets[$0] }
  }

  /// The last time that a client was given a cookie's very value before a moment.
  func source(of pair: CookiePair, jar: String, before date: Date?) -> CookieSet? {
    let places = setsByPair[PairKey(jar: jar, name: pair.name, value: pair.value)] ?? []
    guard let date else { return places.last.map { sets[$0] } }
    let end = places.prefixEnd { sets[$0].date <= date }
    return end > 0 ? sets[places[end - 1]] : nil
  }

  /// When the sender of a request had been given a cookie that it has.
  func birth(of cookie: Cookie, upTo request: Int) -> CookieSet? {
    let sender = senders[request]
    return source(
      of: CookiePair(name: cookie.name, value: cookie.value.text), jar: sender.jar,
      before: sender.date)
  }

  /// The first for which something holds of what a host has set under a cookie's name, in the same client,
  /// after a moment and before that cookie came.
  func rival(
    of set: CookieSet, after moment: Date, _ holds: (CookieSet) -> Bool
  ) -> CookieSet? {
    let places = setsByName[NameKey(jar: set.jar, host: set.host, name: set.name)] ?? []
    let from = places.prefixEnd { sets[$0].date <= moment }
    let end = max(from, places.prefixEnd { sets[$0].date < set.date })
    return places[from..<end].first { holds(sets[$0]) }.map { sets[$0] }
  }
}
