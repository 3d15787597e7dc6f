public import struct Foundation.Date

/// The cookies of one client: takes in what servers set, and tells what goes with a request.
///
/// A value without a clock: the date is handed in. It keeps to RFC 6265bis §5.7 and §5.8, and can tell
/// of each cookie why it was or was not sent. Looking up is by domain, so a full jar is as fast as an
/// empty one. Its description shows a number and nothing else.
public struct CookieJar: Sendable {
  /// What it goes by.
  public let rules: CookieRules
  /// By domain; each list in the order in which its cookies were made.
  private(set) var domains: [String: [KeptCookie]] = [:]
  /// How many cookies there are, ended ones that nobody has stumbled over included.
  public private(set) var count = 0
  /// The last of what servers set in vain.
  private(set) var remarks: [CookieFinding] = []
  private var steps: UInt64 = 0
  /// No cookie ends before this.
  private var nextExpiry = Date.distantFuture

  /// An empty jar.
  public init(rules: CookieRules = CookieRules()) {
    self.rules = rules
  }

  /// A jar with cookies of an earlier one, in their order. Ended ones are left out, and those of a
  /// domain that is a public suffix by now (RFC 6265bis §5.8.3).
  public init(rules: CookieRules = CookieRules(), restoring cookies: [Cookie], at now: Date) {
    self.init(rules: rules)
    for cookie in cookies
    where cookie.isHostOnly || !rules.checks.isPublicSuffix(cookie.domain, rules.publicSuffixes) {
      _ = keep(cookie, at: now)
    }
  }

  /// All cookies, the oldest first. This is the way to the values.
  public var cookies: [Cookie] {
    domains.values.joined().sorted { $0.created < $1.created }.map(\.cookie)
  }

  // MARK: Taking in

  /// Does what a `Set-Cookie` field asks for.
  ///
  /// - Parameters:
  ///   - field: the field's value, one cookie.
  ///   - request: the request that was answered with it.
  ///   - now: the date.
  @discardableResult
  public mutating func receive(
    _ field: String, answering request: CookieRequest, at now: Date
  ) -> SetCookieOutcome {
    removeExpired(at: now)
    let read: SetCookie
    do {
      read = try SetCookie(field)
    } catch {
      remark(.refused(error), name: "")
      return .refused(error)
    }
    do throws(CookieRefusal) {
      let context = CookieContext(request, rules)
      let cookie = try scoped(read, context, at: now)
      try check(cookie, context, hasPath: read.path != nil)
      return keep(cookie, at: now)
    } catch {
      remark(.refused(error), name: read.name)
      return .refused(error)
    }
  }

  /// Puts a cookie in that another store had, as a web view's: one that a host could have set.
  ///
  /// - Parameters:
  ///   - cookie: what to put in; one that has ended takes its namesake out.
  ///   - url: the host whose cookie it is to be; cookies of other hosts are refused.
  ///   - now: the date.
  @discardableResult
  public mutating func insert(
    _ cookie: Cookie, for url: RequestURL, at now: Date
  ) -> SetCookieOutcome {
    removeExpired(at: now)
    do throws(CookieRefusal) {
      let host = url.origin.host
      guard rules.checks.reaches(cookie, host, rules.checks.covers) else { throw .otherHost }
      if !cookie.isHostOnly, cookie.domain != host,
        rules.checks.isPublicSuffix(cookie.domain, rules.publicSuffixes)
      {
        throw .publicSuffix
      }
      return keep(cookie, at: now)
    } catch {
      remark(.refused(error), name: cookie.name)
      return .refused(error)
    }
  }

  /// RFC 6265bis §5.7, steps on domain and path.
  private func scoped(
    _ field: SetCookie, _ context: CookieContext, at now: Date
  ) throws(CookieRefusal) -> Cookie {
    var domain = field.domain
    if let named = domain {
      guard named.utf8.allSatisfy({ $0 < 0x80 }) else { throw .domainNotASCII }
      if rules.checks.isPublicSuffix(named, rules.publicSuffixes) {
        // A public suffix may set cookies for itself, as a host that it is.
        guard named == context.host else { throw .publicSuffix }
        domain = nil
      } else if !rules.checks.covers(named, context.host) {
        throw .otherHost
      } else if CookieHost.isAddress(named) {
        domain = nil
      }
    }
    return Cookie(
      unchecked: field.name, value: field.value, domain: domain ?? context.host,
      isHostOnly: domain == nil, path: field.path ?? CookieHost.defaultPath(of: context.path),
      expires: rules.expiry(of: field, at: now), isSecure: field.isSecure,
      isHTTPOnly: field.isHTTPOnly, sameSite: field.sameSite)
  }

  /// RFC 6265bis §5.7, steps on what a cookie may be.
  private func check(
    _ cookie: Cookie, _ context: CookieContext, hasPath: Bool
  ) throws(CookieRefusal) {
    if cookie.isSecure, !context.isSecure { throw .secureWithoutTLS }
    if !context.isSecure, overlays(cookie) { throw .liesOverSecure }
    if cookie.sameSite ?? rules.unsaidSameSite != SameSite.none, !context.isSameSite,
      !context.isNavigation
    {
      throw .crossSite
    }
    if cookie.sameSite == SameSite.none, !cookie.isSecure { throw .sameSiteNoneWithoutSecure }
    if let broken = CookiePrefix.broken(by: cookie, hasPath: hasPath) { throw broken }
  }

  private func overlays(_ cookie: Cookie) -> Bool {
    let isBelow = CookieNames(cookie.domain).contains { name in
      domains[name]?.contains { !rules.checks.mayReplace(cookie, $0.cookie, false) } == true
    }
    if isBelow { return true }
    // What lies below the new one's domain is found by looking at all; only http comes this way.
    return domains.contains { domain, kept in
      CookieHost.domain(cookie.domain, covers: domain)
        && kept.contains { !rules.checks.mayReplace(cookie, $0.cookie, false) }
    }
  }

  private mutating func keep(_ cookie: Cookie, at now: Date) -> SetCookieOutcome {
    steps += 1
    var kept = KeptCookie(cookie: cookie, created: steps, used: steps)
    var list = domains[cookie.domain] ?? []
    let old = list.firstIndex { $0.cookie.isSame(as: cookie) }
    if let old {
      // RFC 6265bis §5.7: what is changed keeps its place.
      if rules.checks.keepsCreation { kept.created = list[old].created }
      list.remove(at: old)
    }
    if rules.checks.isExpired(cookie, now) {
      put(list, for: cookie.domain)
      return old == nil ? missedDeletion(of: cookie) : .deleted
    }
    list.insert(kept, at: rules.checks.keepsCreation ? old ?? list.endIndex : list.endIndex)
    var evicted = 0
    var isKept = true
    while list.count > max(rules.maximumPerDomain, 1) {
      let first = list.indices.min { rules.checks.goesBefore(list[$0], list[$1]) } ?? 0
      if list.remove(at: first).used == kept.used { isKept = false }
      evicted += 1
    }
    put(list, for: cookie.domain)
    if let expires = cookie.expires { nextExpiry = min(nextExpiry, expires) }
    while count > max(rules.maximumTotal, 1), removeLeastUsed() { evicted += 1 }
    guard isKept else {
      remark(.refused(.noRoom), name: cookie.name)
      return .refused(.noRoom)
    }
    return old == nil ? .stored(evicted: evicted) : .replaced
  }

  private mutating func missedDeletion(of cookie: Cookie) -> SetCookieOutcome {
    let namesakes = CookieNames(cookie.domain).compactMap { domains[$0] }.joined()
      .map(\.cookie).filter { CookieText.same($0.name, cookie.name) }
    if !namesakes.isEmpty { remark(.deletionMissed, name: cookie.name, cookies: namesakes) }
    return .deletedNothing(leavesNamesakes: !namesakes.isEmpty)
  }

  private mutating func put(_ list: [KeptCookie], for domain: String) {
    count += list.count - (domains[domain]?.count ?? 0)
    domains[domain] = list.isEmpty ? nil : list
  }

  // MARK: Sending

  /// What stands in a request's `Cookie` field; nil if nothing does.
  ///
  /// Also notes that these cookies were used, which keeps them longest in a full jar.
  public mutating func field(for request: CookieRequest, at now: Date) -> String? {
    let context = CookieContext(request, rules)
    let found = matching(context, at: now)
    guard !found.isEmpty else { return nil }
    steps += 1
    for (domain, index) in found { domains[domain]?[index].used = steps }
    return ordered(found).map(\.cookie.pair).joined(separator: "; ")
  }

  /// The cookies that go with a request, in the order of the field.
  public func cookies(for request: CookieRequest, at now: Date) -> [Cookie] {
    ordered(matching(CookieContext(request, rules), at: now)).map(\.cookie)
  }

  private func matching(
    _ context: CookieContext, at now: Date
  ) -> [(domain: String, index: Int)] {
    var found: [(domain: String, index: Int)] = []
    for name in CookieNames(context.host) {
      guard let list = domains[name] else { continue }
      for (index, kept) in list.enumerated() where goes(kept.cookie, context, at: now) {
        found.append((name, index))
      }
    }
    return found
  }

  private func goes(_ cookie: Cookie, _ context: CookieContext, at now: Date) -> Bool {
    rules.checks.pathCovers(cookie.path, context.path)
      && rules.checks.reaches(cookie, context.host, rules.checks.covers)
      && (!cookie.isSecure || context.isSecure)
      && CookieReport.crossing(cookie, context, rules) == nil
      && !rules.checks.isExpired(cookie, now)
  }

  /// RFC 6265bis §5.8.3: longer paths first, then older cookies.
  private func ordered(_ found: [(domain: String, index: Int)]) -> [KeptCookie] {
    found.compactMap { domains[$0.domain]?[$0.index] }.sorted {
      let (one, other) = ($0.cookie.path.utf8.count, $1.cookie.path.utf8.count)
      return one == other ? $0.created < $1.created : one > other
    }
  }
}

extension CookieJar {
  // MARK: Taking out

  /// Takes out the cookies of exactly this domain, path and name.
  ///
  /// - Returns: how many there were: a host's own and a domain's can have the same three.
  @discardableResult
  public mutating func remove(_ scope: CookieScope) -> Int {
    filter(scope.domain) { !scope.names($0.cookie) }
  }

  /// Takes all cookies out, and forgets what was noted of them.
  public mutating func removeAll() {
    self = CookieJar(rules: rules)
  }

  /// Takes out what does not last longer than the session (RFC 6265bis §5.7).
  @discardableResult
  public mutating func removeSessionCookies() -> Int {
    domains.keys.reduce(0) { $0 + filter($1) { $0.cookie.isPersistent } }
  }

  /// RFC 6265bis §5.7: what has ended is taken out before anything else happens.
  private mutating func removeExpired(at now: Date) {
    guard nextExpiry <= now else { return }
    nextExpiry = .distantFuture
    for domain in domains.keys {
      _ = filter(domain) { [rules] in !rules.checks.isExpired($0.cookie, now) }
      for kept in domains[domain] ?? [] {
        if let expires = kept.cookie.expires { nextExpiry = min(nextExpiry, expires) }
      }
    }
  }

  private mutating func removeLeastUsed() -> Bool {
    let least = domains.values.joined().min { $0.isLessUsed(than: $1) }
    guard let least else { return false }
    return filter(least.cookie.domain) { $0.created != least.created } > 0
  }

  private mutating func filter(_ domain: String, _ isKept: (KeptCookie) -> Bool) -> Int {
    guard let list = domains[domain] else { return 0 }
    let rest = list.filter(isKept)
    put(rest, for: domain)
    return list.count - rest.count
  }

  private mutating func remark(
    _ kind: CookieFinding.Kind, name: String, cookies: [Cookie] = []
  ) {
    remarks.append(CookieFinding(kind: kind, name: name, cookies: cookies))
    if remarks.count > Self.maximumRemarks { remarks.removeFirst() }
  }

  private static let maximumRemarks = 50
}

extension CookieJar: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// How many cookies there are.
  public var description: String { "jar of \(count) cookies" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["jar": description]) }
}
