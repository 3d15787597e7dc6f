public import struct Foundation.Date

/// Which servers' keys are insisted on beside what the system trusts.
///
/// A pinned connection needs both: a certificate that the system accepts, and a pinned key. What
/// each platform compares is told in `Documentation/Transports.md`.
public struct PinPolicy: Sendable {
  /// What is to be done about a server that has shown its keys.
  public enum Decision: Hashable, Sendable {
    /// No rule is for this host.
    case notPinned
    /// One of its keys is pinned.
    case accepted
    /// None is, and it must not be spoken to.
    case refused
    /// None is, and that is to be reported only.
    case reported
    /// The rule's time is over.
    case expired
    /// Pinning was switched off.
    case released
  }

  /// What is told about a server whose keys are not pinned.
  public struct Report: Hashable, Sendable {
    /// The host that was asked for.
    public let host: String
    /// The keys that it has shown, the server's first; empty where the platform does not tell them.
    public let keys: [PublicKeyPin]
    /// What was done about it.
    public let decision: Decision

    package init(host: String, keys: [PublicKeyPin], decision: Decision) {
      self.host = host
      self.keys = keys
      self.decision = decision
    }
  }

  /// The rules; of several for a host the closest counts.
  public let rules: [PinRule]
  private let wallClock: any WallClock
  private let isReleased: @Sendable () -> Bool
  private let report: @Sendable (Report) -> Void

  /// Makes a policy.
  ///
  /// `isReleased` is the emergency exit: when a key is lost and the reserve with it, only a switch
  /// that the app finds on another way (a signed setting, a store's configuration) lets people in
  /// again. Whoever can flip it can take the pins away, so it must not come over the pinned
  /// connection and must not be flipped by anybody unauthenticated. It is asked for every request,
  /// from any thread, and must not wait.
  ///
  /// - Parameters:
  ///   - rules: which keys which hosts may have.
  ///   - wallClock: what expiry is measured by. A device whose clock is wrong by years is not pinned.
  ///   - isReleased: whether pinning is off.
  ///   - report: hears of every key that is not pinned, from any thread.
  /// - Throws: ``PinProblem/saidTwice`` if two rules are for the same hosts.
  public init(
    _ rules: [PinRule], wallClock: any WallClock, isReleased: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (Report) -> Void
  ) throws(PinProblem) {
    guard Set(rules.map(\.hosts)).count == rules.count else { throw .saidTwice }
    self.rules = rules
    self.wallClock = wallClock
    self.isReleased = isReleased
    self.report = report
  }

  /// Decides about a server.
  ///
  /// - Parameters:
  ///   - rules: which keys which hosts may have.
  ///   - host: the host that was asked for.
  ///   - keys: those of the chain that was shown.
  ///   - now: the date.
  ///   - isReleased: whether pinning is off.
  public static func decide(
    _ rules: [PinRule], host: String, keys: [PublicKeyPin], now: Date, isReleased: Bool
  ) -> Decision {
    guard let rule = closest(rules, to: host) else { return .notPinned }
    if isReleased { return .released }
    if now >= rule.expires { return .expired }
    if keys.contains(where: rule.pins.contains) { return .accepted }
    return rule.mode == .enforcing ? .refused : .reported
  }

  private static func closest(_ rules: [PinRule], to host: String) -> PinRule? {
    // A dot at the end names the same host (RFC 3986 §3.2.2).
    let host = host.lowercased()
    let name = host.last == "." ? String(host.dropLast()) : host
    return rules.compactMap { rule in rule.closeness(to: name).map { (rule, $0) } }
      .max { $0.1 < $1.1 }?.0
  }

  /// Decides about a server now, and reports what is not pinned.
  package func decide(host: String, keys: [PublicKeyPin]) -> Decision {
    let decision = Self.decide(
      rules, host: host, keys: keys, now: wallClock.now(), isReleased: isReleased())
    if decision == .refused || decision == .reported {
      report(Report(host: host, keys: keys, decision: decision))
    }
    return decision
  }

  /// The rule that is in force for a host now; for platforms that compare keys themselves.
  package func rule(for host: String) -> PinRule? {
    guard let rule = Self.closest(rules, to: host), !isReleased(), wallClock.now() < rule.expires
    else { return nil }
    return rule
  }

  /// Reports that a platform has found a key that is not pinned, and did not say which.
  package func noteMismatch(host: String, _ mode: PinRule.Mode) {
    report(
      Report(host: host, keys: [], decision: mode == .enforcing ? .refused : .reported))
  }
}
