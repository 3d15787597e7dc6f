import MaruContract
import MaruCore
import MaruSystem
import MaruTesting

/// A token endpoint, and the API that takes its tokens.
///
/// Each use of a refresh token makes one of the next depth. With grace the direct predecessor stays
/// good until a successor of it is used; whatever else comes ends the family (RFC 9700 §4.14.2).
/// Without grace a token is good once.
final class ModelTokenServer: Sendable {
  /// A refresh token, which is its text.
  struct Token: Hashable, Sendable {
    var family: Int
    var depth: Int
    var serial: Int

    var text: String { "r-\(family)-\(depth)-\(serial)" }

    init(family: Int, depth: Int, serial: Int) {
      self.family = family
      self.depth = depth
      self.serial = serial
    }

    init?(_ text: String?) {
      let parts = (text ?? "").split(separator: "-").dropFirst().compactMap { Int($0) }
      guard parts.count == 3 else { return nil }
      self.init(family: parts[0], depth: parts[1], serial: parts[2])
    }
  }

  struct Family: Sendable {
    var account: String
    var used: Token?
    var latestDepth = 1
    var isOver = false
    /// The server took a token that was sent for theft.
    var wasRevoked = false
    /// Access tokens up to this serial are refused.
    var refusedUpTo = 0
  }

  struct State: Sendable {
    var families: [Family] = []
    var serial = 0
    /// The refresh token that came with an access token.
    var partners: [String: Token] = [:]
    var expiries: [String: MonotonicInstant] = [:]
  }

  let world: SimulatedWorld
  let hasGrace: Bool
  let state = Locked(State())

  init(world: SimulatedWorld, hasGrace: Bool) {
    self.world = world
    self.hasGrace = hasGrace
  }

  /// Signs somebody in: a new family.
  func signIn(_ account: String) -> TokenGrant {
    let lifetime = drawLifetime()
    let now = world.clock.now()
    return state.withLock { state in
      state.families.append(Family(account: account))
      return Self.issue(
        &state, family: state.families.count - 1, depth: 1, lifetime: lifetime, now: now)
    }
  }

  /// What a refresh token brings; nil: `invalid_grant`.
  func refresh(_ token: Token) -> TokenGrant? {
    let lifetime = drawLifetime()
    let now = world.clock.now()
    let keepsToken = world.random.happens(percent: 10)
    return state.withLock { state in
      guard state.families.indices.contains(token.family) else { return nil }
      var family = state.families[token.family]
      defer { state.families[token.family] = family }
      guard !family.isOver else { return nil }
      let isFirst = family.used.map { token.depth > $0.depth } ?? true
      guard isFirst || hasGrace && token == family.used else {
        family.isOver = true
        family.wasRevoked = true
        return nil
      }
      if keepsToken, hasGrace, isFirst {
        return Self.issue(
          &state, family: token.family, depth: nil, lifetime: lifetime, now: now)
      }
      family.used = token
      family.latestDepth = max(family.latestDepth, token.depth + 1)
      return Self.issue(
        &state, family: token.family, depth: token.depth + 1, lifetime: lifetime, now: now)
    }
  }

  private static func issue(
    _ state: inout State, family: Int, depth: Int?, lifetime: Duration?, now: MonotonicInstant
  ) -> TokenGrant {
    state.serial += 1
    let access = "a-\(family)-\(state.serial)"
    let token = depth.map { Token(family: family, depth: $0, serial: state.serial) }
    state.partners[access] = token
    if let lifetime { state.expiries[access] = now.advanced(by: lifetime) }
    return TokenGrant(
      accessToken: Sensitive(access), refreshToken: token.map { Sensitive($0.text) },
      expiry: lifetime.map(TokenGrant.Expiry.after) ?? .unknown)
  }

  private func drawLifetime() -> Duration? {
    world.random.happens(percent: 30) ? nil : world.random.milliseconds(1_000...8_000)
  }

  /// Whether the API takes an access token now.
  func accepts(_ access: String) -> Bool {
    let now = world.clock.now()
    return state.withLock { state in
      guard let (family, serial) = Self.place(of: access) else { return false }
      let isLate = state.expiries[access].map { now >= $0 } ?? false
      return !isLate && !state.families[family].isOver
        && serial > state.families[family].refusedUpTo
    }
  }

  static func place(of access: String) -> (family: Int, serial: Int)? {
    let parts = access.split(separator: "-").dropFirst().compactMap { Int($0) }
    return parts.count == 2 ? (parts[0], parts[1]) : nil
  }

  /// Refuses the access tokens that an account has until now.
  func refuseAccess(of account: String) {
    state.withLock { state in
      for index in state.families.indices where state.families[index].account == account {
        state.families[index].refusedUpTo = state.serial
      }
    }
  }

  /// Ends an account's sessions.
  func end(_ account: String) {
    state.withLock { state in
      for index in state.families.indices where state.families[index].account == account {
        state.families[index].isOver = true
      }
    }
  }

  func family(_ index: Int) -> Family? {
    state.withLock { $0.families.indices.contains(index) ? $0.families[index] : nil }
  }

  func partner(of access: String) -> Token? { state.withLock { $0.partners[access] } }
}
