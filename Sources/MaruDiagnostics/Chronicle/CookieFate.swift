public import MaruHTTP

internal import struct Foundation.Date

extension Chronicle {
  /// Whether a cookie that a client had went with one request, and why.
  public struct CookieFate: Sendable, Hashable {
    /// Its name; a stand-in if the name may be a secret.
    public let name: String
    /// The domain that it belongs to; nil for one whose `Set-Cookie` is not in the capture.
    public let domain: String?
    /// Its path; nil for one whose `Set-Cookie` is not in the capture.
    public let path: String?
    /// Whether it went.
    public let isSent: Bool
    /// By the rules: why it belongs to the request, or why it does not. None for one that is not known.
    public let reasons: [CookieReason]

    /// Whether it should go by the rules; nil if it can't be told.
    public var belongs: Bool? { reasons.isEmpty ? nil : reasons.allSatisfy(\.sends) }
  }

  /// Of each cookie that a client had when it sent a request: whether it went, and why.
  ///
  /// Cookies of other sites are left out. Lives through the capture up to the request: for who asks.
  public func cookies(with step: Step) -> [CookieFate] {
    let index = step.index
    let exchange = file.exchanges[index]
    let earlier = file.exchanges.indices.filter { file.isAfter(index, $0) }
    let places = Dictionary(uniqueKeysWithValues: earlier.enumerated().map { ($1, $0) })
    let sources = earlier.compactMap { place -> (Int, Int)? in
      guard let to = places[place], let from = file.source(of: place).flatMap({ places[$0] })
      else { return nil }
      return (to, from)
    }
    let replay = CookieReplay(
      earlier.map { file.exchanges[$0] }, earlier.map { file.facts[$0] },
      Dictionary(uniqueKeysWithValues: sources))
    let all = file.exchanges.indices.compactMap { place in
      file.source(of: place).map { (place, $0) }
    }
    var crossing = Crossing(
      file.exchanges, file.facts, Dictionary(uniqueKeysWithValues: all))
    var scrubber = scrubber
    let sent = file.facts[index].cookies
    var fates: [CookieFate] = []
    var known: Set<String> = []
    if let jar = replay.jars[CookieReplay.jar(of: exchange)],
      let request = crossing.request(index)
    {
      let date = exchange.start ?? Date(timeIntervalSince1970: 1.7e9)
      let site = file.facts[index].site
      for entry in jar.report(for: request, at: date).entries {
        let cookie = entry.cookie
        guard Facts.site(of: cookie.domain) == site else { continue }
        known.insert(cookie.name)
        let pair = CookiePair(name: cookie.name, value: cookie.value.text)
        fates.append(
          CookieFate(
            name: scrubber.name(cookie.name), domain: scrubber.host(cookie.domain),
            path: cookie.path.split(separator: "/", omittingEmptySubsequences: false)
              .map { scrubber.segment(String($0)) }.joined(separator: "/"),
            isSent: sent.contains(pair), reasons: entry.reasons))
      }
    }
    for pair in sent where !known.contains(pair.name) {
      fates.append(
        CookieFate(
          name: scrubber.name(pair.name), domain: nil, path: nil, isSent: true, reasons: []))
    }
    return fates
  }
}
