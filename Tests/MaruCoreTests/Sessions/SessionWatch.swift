import MaruContract
import MaruCore
import MaruSystem
import MaruTesting

/// Looks on from outside, knows what must not happen, and remembers the first thing that did.
///
/// It asks no machine: what it knows it has from the app's own calls, from the server, from the
/// store and from what is told to observers.
final class SessionWatch: Sendable {
  /// A refresh that is with the refresher.
  struct Refresh: Sendable {
    var life: Int
    var epoch: Int
    var isCancelled = false
  }

  /// What is known of one process.
  struct Life: Sendable {
    var isAlive = true
    /// Grows with each sign-in, sign-out and change of the account.
    var epoch = 0
    var account: String?
    var newest: UInt64 = 0
    var refused: Set<UInt64> = []
    var hasCredential = false
    var hasEnded = false
    var hasEverEnded = false
    var lastStart = MonotonicInstant(nanoseconds: 0)
    var toldEnds = 0
    var lastTold: TokenSession.State?
    /// The family of the refresh token that was sent last.
    var lastSent: Int?
  }

  struct State: Sendable {
    var broken: Broken?
    var lives: [Int: Life] = [:]
    var refreshes: [Int: Refresh] = [:]
    var lastRefresh = 0
    var stored: Set<ModelTokenServer.Token> = []
    /// Came when the refresh had been given up, or the account that they were asked for was gone.
    var late: Set<String> = []
    var coverage = SessionCoverage()
  }

  let world: SimulatedWorld
  let server: ModelTokenServer
  let state = Locked(State())
  static let limit: Duration = .seconds(3)

  init(world: SimulatedWorld, server: ModelTokenServer) {
    self.world = world
    self.server = server
  }

  var broken: Broken? { state.withLock { $0.broken } }

  func breaks(_ law: String, _ text: String) {
    world.note("BROKEN \(law): \(text)")
    state.withLock { if $0.broken == nil { $0.broken = Broken(law, text) } }
  }

  private func check(_ law: String, _ body: (inout State) -> String?) {
    if let text = state.withLock({ body(&$0) }) { breaks(law, text) }
  }

  // MARK: What the app does

  func begins(life: Int, account: String?) {
    state.withLock { $0.lives[life] = Life(account: account) }
  }

  func isAlive(_ life: Int) -> Bool { state.withLock { $0.lives[life]?.isAlive ?? false } }

  func dies(_ life: Int) {
    world.note("process \(life) is killed")
    state.withLock { $0.lives[life]?.isAlive = false }
  }

  /// The app turns to somebody, signs somebody in, or signs out.
  func turns(life: Int, to account: String?) {
    world.note("turns to \(account ?? "nobody")")
    state.withLock { state in
      guard var one = state.lives[life] else { return }
      one.epoch += 1
      one.account = account
      one.hasCredential = false
      one.hasEnded = false
      one.toldEnds = 0
      one.lastSent = nil
      state.lives[life] = one
    }
  }

  func invalidates(_ generation: UInt64, life: Int) {
    state.withLock { _ = $0.lives[life]?.refused.insert(generation) }
  }

  /// A request with a credential leaves.
  func sends(_ credential: Credential, life: Int, record: TokenRecord?) {
    let access = String(credential.authorization.value.dropFirst("Bearer ".count))
    world.note("sends \(access), generation \(credential.generation)")
    let family = ModelTokenServer.place(of: access).flatMap { server.family($0.family) }
    let partner = server.partner(of: access)
    let one = state.withLock { $0.lives[life] }
    guard let one, one.isAlive else { return }
    if one.account == nil || family?.account != one.account
      || credential.account?.value != one.account
    {
      breaks("AUTH-7", "\(access) was sent when \(one.account ?? "nobody") was signed in")
    }
    if credential.generation < one.newest {
      breaks("AUTH-3", "generation \(credential.generation) was sent after \(one.newest) was there")
    }
    if one.hasEnded { breaks("AUTH-4", "\(access) was sent after the session had ended") }
    if let partner {
      let found = ModelTokenServer.Token(record?.refreshToken?.value)
      let isStored = found.map { found in
        found.family == partner.family
          ? found.serial >= partner.serial
            // A new sign-in of the same account lies over it; until that is over the old token is good.
          : state.withLock { $0.stored.contains(partner) }
      }
      if isStored != true {
        breaks("AUTH-6", "\(access) was sent before \(partner.text) was stored")
      }
    }
  }

  // MARK: What the refresher sees

  func refreshBegins(_ token: ModelTokenServer.Token, life: Int) -> Int {
    world.note("refresh with \(token.text)")
    let account = server.family(token.family)?.account
    var number = 0
    check("AUTH-3") { state in
      state.lastRefresh += 1
      number = state.lastRefresh
      guard let one = state.lives[life] else { return nil }
      state.refreshes[number] = Refresh(life: life, epoch: one.epoch)
      state.lives[life]?.lastSent = token.family
      let others = state.refreshes.filter {
        $0.key != number && $0.value.life == life && $0.value.epoch == one.epoch
          && !$0.value.isCancelled
      }
      return others.isEmpty || !one.isAlive ? nil : "two refreshes at once"
    }
    let one = state.withLock { $0.lives[life] }
    guard let one, one.isAlive else { return number }
    if account != one.account {
      breaks("AUTH-7", "\(token.text) was sent when \(one.account ?? "nobody") was signed in")
    }
    if one.hasEnded { breaks("AUTH-4", "\(token.text) was sent after the session had ended") }
    return number
  }

  /// A refresh token reaches the server.
  func refreshArrives(_ token: ModelTokenServer.Token, life: Int) {
    guard let family = server.family(token.family), !family.isOver else { return }
    let hasStoredNext = state.withLock { state in
      state.stored.contains { $0.family == token.family && $0.depth == token.depth + 1 }
    }
    // A killed process's request may arrive when another process has gone on.
    guard isAlive(life) else { return }
    if token.depth < family.latestDepth - 1 {
      breaks("AUTH-6", "\(token.text) was sent, and depth \(family.latestDepth) is the newest")
    } else if token.depth < family.latestDepth, !server.hasGrace {
      breaks("AUTH-6", "\(token.text) was sent twice to a server without grace")
    } else if token.depth < family.latestDepth, hasStoredNext {
      breaks("AUTH-6", "\(token.text) was sent although no answer was lost")
    }
  }

  func refreshAnswers(_ number: Int, _ grant: TokenGrant, life: Int) {
    state.withLock { state in
      guard let refresh = state.refreshes[number], let one = state.lives[life],
        one.isAlive, refresh.isCancelled || refresh.epoch != one.epoch,
        let token = grant.refreshToken
      else { return }
      state.late.insert(token.value)
    }
  }

  func refreshEnds(_ number: Int, life: Int) { state.withLock { $0.refreshes[number] = nil } }

  func refreshIsCancelled(_ number: Int, life: Int) {
    let now = world.clock.now()
    check("AUTH-5") { state in
      guard let refresh = state.refreshes[number], let one = state.lives[life] else { return nil }
      state.refreshes[number]?.isCancelled = true
      let isLate = now >= one.lastStart.advanced(by: Self.limit)
      guard one.isAlive, refresh.epoch == one.epoch, !isLate else { return nil }
      return "a refresh was cancelled before its limit"
    }
  }

  // MARK: What the store sees

  func writes(_ record: TokenRecord?, life: Int) {
    guard let record else { return }
    world.note("writes \(record.refreshToken?.value ?? "no token") of \(record.account.value)")
    check("AUTH-7") { state in
      if let token = record.refreshToken, state.late.contains(token.value) {
        return "\(token.value) came late and was stored"
      }
      return nil
    }
  }

  func stores(_ record: TokenRecord?) {
    guard let token = ModelTokenServer.Token(record?.refreshToken?.value) else { return }
    state.withLock { _ = $0.stored.insert(token) }
  }
}
