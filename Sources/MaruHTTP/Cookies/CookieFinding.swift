public import struct Foundation.Date

/// Something about a jar that its owner may want to know.
///
/// Its description shows names, never values, domains or paths; ``cookies`` has the rest for who asks.
public struct CookieFinding: Sendable, Hashable {
  /// What was found.
  public enum Kind: Sendable, Hashable {
    /// One request can carry two cookies of one name, under different domains or paths: which one a
    /// server reads is its own affair.
    case sameName
    /// It has ended, and goes out at the next step.
    case expired
    /// A server set it in vain.
    case refused(CookieRefusal)
    /// A server deleted it in vain: domain or path were others.
    case deletionMissed
  }

  /// What was found.
  public let kind: Kind
  /// The cookie's name; empty if it has none or could not be read.
  public let name: String
  /// The cookies that are meant; none for one that is not in the jar.
  public let cookies: [Cookie]
}

extension CookieFinding: CustomStringConvertible, CustomReflectable {
  /// The name and what was found.
  public var description: String {
    let subject = "cookie \(CookieText.shown(name))"
    return switch kind {
    case .sameName: "\(subject) is there \(cookies.count) times for one request"
    case .expired: "\(subject) has ended"
    case .refused(let refusal): "\(subject) was refused: \(refusal)"
    case .deletionMissed: "\(subject) was deleted under another domain or path, and is still there"
    }
  }
  /// Shows `dump` no more than ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["finding": description]) }
}

extension CookieJar {
  /// What is odd about the jar as it is, and the last fifty cookies that servers set or deleted in
  /// vain.
  public func findings(at now: Date) -> [CookieFinding] {
    let ended = cookies.filter { rules.checks.isExpired($0, now) }.map {
      CookieFinding(kind: .expired, name: $0.name, cookies: [$0])
    }
    return namesakes() + ended + remarks
  }

  private func namesakes() -> [CookieFinding] {
    let groups = Dictionary(grouping: cookies) { Array($0.name.utf8) }.values
    let meeting = groups.map { named in
      named.filter { one in named.contains { !one.isSame(as: $0) && meet(one, $0) } }
    }
    return meeting.filter { !$0.isEmpty }.map {
      CookieFinding(kind: .sameName, name: $0[0].name, cookies: $0)
    }.sorted { $0.name < $1.name }
  }

  /// Whether one request can carry both.
  private func meet(_ one: Cookie, _ other: Cookie) -> Bool {
    let hosts =
      CookieText.same(one.domain, other.domain)
      || (!one.isHostOnly && CookieHost.domain(one.domain, covers: other.domain))
      || (!other.isHostOnly && CookieHost.domain(other.domain, covers: one.domain))
    return hosts
      && (CookieHost.path(one.path, covers: other.path)
        || CookieHost.path(other.path, covers: one.path))
  }
}
