public import MaruContract
public import MaruHTTP
internal import MaruSystem

/// A client's own cookies: taken from answers, sent with requests, and nobody else's.
///
/// A client uses none unless its configuration is given one. Two clients share cookies if, and only
/// if, they are given the same store; the platform's own store is never touched. It can be used from
/// any task, waits for nothing, and lives in memory: ``CookieArchive`` keeps it over a restart.
/// Nothing that it prints shows a value.
///
/// What the app changes counts from that moment on: an answer to a request that was sent before sets
/// no cookie any more. So no late answer brings a session back that was signed out.
public final class CookieStore: Sendable {
  private struct State {
    var jar: CookieJar
    /// How often the app has changed it.
    var generation: UInt64 = 0
  }

  private let state: Locked<State>
  private let wallClock: any WallClock
  private let takes: Takes

  /// Whether an answer still sets cookies. A test plants a mistake in its place.
  package typealias Takes = @Sendable (_ sentIn: UInt64, _ now: UInt64) -> Bool

  /// An empty store.
  ///
  /// - Parameters:
  ///   - rules: limits and policy; by default those of RFC 6265bis, with a small choice of public
  ///     suffixes.
  ///   - wallClock: by what cookies end. It can be wrong, as a device's is now and then: then they
  ///     end early or late.
  public convenience init(rules: CookieRules = CookieRules(), wallClock: any WallClock) {
    self.init(rules: rules, wallClock: wallClock) { $0 == $1 }
  }

  package init(rules: CookieRules, wallClock: any WallClock, takes: @escaping Takes) {
    state = Locked(State(jar: CookieJar(rules: rules)))
    self.wallClock = wallClock
    self.takes = takes
  }

  // MARK: What the app does

  /// All cookies, the oldest first: the way to their values, for a web view or another store.
  public var cookies: [Cookie] { state.withLock { $0.jar.cookies } }

  /// The cookies that a call to an address would carry.
  public func cookies(for url: RequestURL) -> [Cookie] {
    let now = wallClock.now()
    return state.withLock { $0.jar.cookies(for: CookieRequest(to: url), at: now) }
  }

  /// Puts cookies in that another store had, as a web view's after signing in.
  ///
  /// - Parameters:
  ///   - cookies: what to put in; one that has ended takes its namesake out.
  ///   - url: the server whose they are to be. Those that it could not have set are refused, so that
  ///     all of a web view's can be handed over.
  /// - Returns: what came of each.
  @discardableResult
  public func insert(_ cookies: [Cookie], for url: RequestURL) -> [SetCookieOutcome] {
    let now = wallClock.now()
    return change { jar in cookies.map { jar.insert($0, for: url, at: now) } }
  }

  /// Takes out exactly the cookies that are named; for sign-out. Naming one twice does no harm.
  ///
  /// - Returns: how many each named: none if it was not there.
  @discardableResult
  public func remove(_ scopes: [CookieScope]) -> [Int] {
    change { jar in scopes.map { jar.remove($0) } }
  }

  /// Takes out all.
  public func removeAll() {
    change { $0.removeAll() }
  }

  /// Takes out what was not to last longer than the session.
  public func removeSessionCookies() {
    change { _ = $0.removeSessionCookies() }
  }

  /// Puts cookies back that an archive kept, unless there is a newer one in their place.
  package func restore(_ cookies: [Cookie]) {
    let now = wallClock.now()
    change { jar in
      jar = CookieJar(rules: jar.rules, restoring: cookies + jar.cookies, at: now)
    }
  }

  /// The cookies that have not ended.
  package func lasting(withSession: Bool) -> [Cookie] {
    let now = wallClock.now()
    return cookies.filter { $0.expires.map { $0 > now } ?? withSession }
  }

  private func change<Result: Sendable>(_ body: (inout CookieJar) -> Result) -> Result {
    state.withLock { state in
      state.generation += 1
      return body(&state.jar)
    }
  }

  // MARK: What the app asks

  /// Of each cookie, whether it would go with a request and why.
  public func report(for request: CookieRequest) -> CookieReport {
    let (jar, now) = (self.jar, wallClock.now())
    return jar.report(for: request, at: now)
  }

  /// What is odd: namesakes for one request, what servers set or deleted in vain.
  public func findings() -> [CookieFinding] {
    let (jar, now) = (self.jar, wallClock.now())
    return jar.findings(at: now)
  }

  /// The jar as it is now, to be looked at without holding anybody up.
  private var jar: CookieJar { state.withLock { $0.jar } }

  // MARK: What the engine does

  /// What a request carries, and how the store stood then.
  func field(for request: CookieRequest) -> SentCookies {
    let now = wallClock.now()
    return state.withLock {
      SentCookies(field: $0.jar.field(for: request, at: now), generation: $0.generation)
    }
  }

  /// Takes in what an answer sets, unless the app has changed the store since it was asked for.
  func receive(_ fields: [String], answering request: CookieRequest, sentIn generation: UInt64) {
    guard !fields.isEmpty else { return }
    let now = wallClock.now()
    state.withLock { state in
      guard takes(generation, state.generation) else { return }
      for field in fields { state.jar.receive(field, answering: request, at: now) }
    }
  }
}

/// What a request carried.
struct SentCookies: Sendable {
  var field: String?
  var generation: UInt64
}

extension CookieStore: CustomStringConvertible, CustomReflectable {
  /// How many cookies there are.
  public var description: String { "store with a \(jar)" }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["store": description]) }
}
