import MaruContract
import MaruCore
import MaruSystem
import MaruTesting

/// A session in a world of its own, with a token endpoint that plays one answer after the other.
final class OneSession: Sendable {
  /// What the token endpoint does with a refresh.
  enum Answer: Sendable {
    /// Gives `access-N` and `refresh-N`, N being how often it was asked, after some time.
    case grant(after: Duration = .milliseconds(100), lifetime: Duration? = nil)
    case fail(TokenRefreshFailure, after: Duration = .milliseconds(100))
    /// Gives an access token and no new refresh token.
    case keep
    /// Never answers, and does not listen to being cancelled.
    case hang
    /// What the closure gives or throws.
    case ask(@Sendable (OneSession) async throws -> TokenGrant)
  }

  final class Endpoint: TokenRefresher {
    let world: SimulatedWorld
    let answers: Locked<[Answer]>
    let sent = Locked<[String]>([])
    let session = Locked<OneSession?>(nil)

    init(_ answers: [Answer], world: SimulatedWorld) {
      self.world = world
      self.answers = Locked(answers)
    }

    func refresh(_ token: Sensitive<String>) async throws -> TokenGrant {
      let number = sent.withLock { sent in
        sent.append(token.value)
        return sent.count
      }
      let answer = answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      switch answer {
      case .grant(let delay, let lifetime):
        try await world.sleep(for: delay)
        return OneSession.grant(number, lifetime: lifetime)
      case .fail(let failure, let delay):
        try await world.sleep(for: delay)
        throw failure
      case .keep:
        return TokenGrant(accessToken: Sensitive("access-\(number)"), refreshToken: nil)
      case .hang:
        let world = world
        await Task(executorPreference: world) {
          try? await world.sleep(for: .seconds(1_000))
        }.value
        return OneSession.grant(number)
      case .ask(let closure):
        guard let session = session.withLock({ $0 }) else { throw CancellationError() }
        return try await closure(session)
      }
    }
  }

  final class Heard: TokenObserver {
    let events = Locked<[TokenEvent]>([])
    func observe(_ event: TokenEvent) { events.withLock { $0.append(event) } }
    func count(_ isCounted: (TokenEvent.Step) -> Bool) -> Int {
      events.withLock { $0.map(\.step) }.count(where: isCounted)
    }
  }

  let world: SimulatedWorld
  let store: FakeSecretStore
  let endpoint: Endpoint
  let heard = Heard()
  let session: TokenSession

  /// - Parameter stored: the refresh token in the account's record; nil: there is none.
  init(
    _ answers: [Answer] = [.grant()], seed: UInt64 = 1, stored: String? = "refresh-0",
    recovery: TokenSession.RotationRecovery = .sendsAgain, lease: (any RefreshLease)? = nil,
    cookies: (SimulatedWorld, FakeSecretStore) throws -> SessionCookies? = { _, _ in nil },
    configure: (inout TokenSession.Configuration) -> Void = { _ in }
  ) throws {
    let world = SimulatedWorld(seed: seed)
    self.world = world
    let account = try Self.account("ann")
    store = FakeSecretStore(clock: world.clock, random: world.random)
    if let stored {
      store.set(
        TokenRecord(account: account.name, refreshToken: Sensitive(stored)).bytes, for: account.key)
    }
    endpoint = Endpoint(answers, world: world)
    var configuration = TokenSession.Configuration(recovery: recovery)
    configure(&configuration)
    session = try TokenSession(
      account: account, configuration: configuration, refresher: endpoint, store: store,
      surroundings: world.surroundings, lease: lease, cookies: cookies(world, store),
      observers: [heard])
    endpoint.session.withLock { $0 = self }
  }

  deinit { endpoint.session.withLock { $0 = nil } }

  static func account(_ name: String) throws -> TokenAccount {
    try TokenAccount(name, in: SecretNamespace("sessions"))
  }

  static func grant(_ number: Int, lifetime: Duration? = nil) -> TokenGrant {
    TokenGrant(
      accessToken: Sensitive("access-\(number)"), refreshToken: Sensitive("refresh-\(number)"),
      expiry: lifetime.map(TokenGrant.Expiry.after) ?? .unknown)
  }

  /// The record of an account, as it is stored.
  func record(_ name: String = "ann") throws -> TokenRecord? {
    let account = try Self.account(name)
    return try store.value(of: account.key).map { try TokenRecord($0, of: account.name) }
  }

  /// The refresh tokens that were sent.
  var sent: [String] { endpoint.sent.withLock { $0 } }

  /// Runs something with the session, to the end of the world; lets go of it afterwards.
  func run(_ body: @escaping @Sendable (TokenSession) async throws -> Void) throws {
    defer { endpoint.session.withLock { $0 = nil } }
    try world.run { [session] in try await body(session) }
  }
}

extension SimulatedWorld {
  /// Time, chance and the one thread of this world.
  var surroundings: Surroundings {
    Surroundings(clock: clock, wallClock: wallClock, random: random, executor: self)
  }
}

extension TokenRefreshFailure {
  static func transient(retryAfter: Duration? = nil, lost: Bool = false) -> TokenRefreshFailure {
    TokenRefreshFailure(
      .transient, answerWasLost: lost,
      error: CallError(.unreachable, at: .attempt, reason: "no network", retryAfter: retryAfter))
  }
  static let misconfigured = TokenRefreshFailure(
    .misconfigured, answerWasLost: false,
    error: CallError(.configuration, at: .authorization, reason: "invalid_client"))
}
