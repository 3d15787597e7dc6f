import MaruContract
import MaruCore
import MaruSystem
import MaruTesting

/// One life of the app's process.
final class SessionLife: Sendable {
  let scenario: SessionScenario
  let number: Int
  let session: TokenSession
  private let process: FakeSecretProcess
  private let listening: Task<Void, Never>
  private var world: SimulatedWorld { scenario.world }
  private var watch: SessionWatch { scenario.watch }
  private var random: SeededRandom { scenario.world.random }

  init(scenario: SessionScenario, number: Int, account: String?) {
    self.scenario = scenario
    self.number = number
    let world = scenario.world
    world.note("process \(number) begins, for \(account ?? "nobody")")
    scenario.watch.begins(life: number, account: account)
    let listener = SessionListener(
      watch: scenario.watch, life: number, recovery: scenario.recovery)
    process = scenario.machine.process()
    let session = TokenSession(
      account: account.map(SessionScenario.account),
      configuration: scenario.configuration(scenario.watch, life: number),
      refresher: ModelRefresher(scenario: scenario, life: number),
      store: WatchedStore(process: process, watch: scenario.watch, life: number),
      surroundings: world.surroundings, observers: [listener])
    self.session = session
    let states = session.states
    listening = Task(executorPreference: world) {
      for await state in states { listener.hears(state) }
    }
  }

  /// Runs callers and the user until all have done their part, or the process is killed.
  func live(callers: Int, mayBeKilled: Bool) async {
    let isKilled = mayBeKilled && random.happens(percent: 70)
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<callers {
        group.addTask { await Waiting.named("caller \(number)") { await self.call() } }
      }
      group.addTask { await Waiting.named("the user") { await self.use() } }
      guard isKilled else { return }
      await pause(0...3_000)
      watch.dies(number)
      process.kill()
      group.cancelAll()
    }
    if mayBeKilled {
      watch.dies(number)
      process.kill()
      await ends()
    }
  }

  func ends() async {
    listening.cancel()
    await listening.value
  }

  private func pause(_ range: ClosedRange<Int>) async {
    try? await world.sleep(for: random.milliseconds(range))
  }

  // MARK: The user and the server's owner

  private func use() async {
    for _ in 0..<random.integer(in: 1...4) {
      await pause(50...1_200)
      guard watch.isAlive(number) else { return }
      let account = watch.state.withLock { $0.lives[number]?.account }
      switch random.integer(in: 1...100) {
      case ...28: if let account { scenario.server.refuseAccess(of: account) }
      case ...38:
        scenario.machine.isLocked = true
        await pause(50...800)
        scenario.machine.isLocked = false
      case ...46: if let account { scenario.server.end(account) }
      case ...58: await signOut()
      case ...84: turn(to: random.happens(percent: 85) ? other(account) : account ?? "ann")
      default: await signIn(random.happens(percent: 60) ? other(account) : account ?? "ann")
      }
      let hasEnded = watch.state.withLock { $0.lives[number]?.hasEnded ?? false }
      if hasEnded || session.state == .signedOut, random.happens(percent: 80) {
        await signIn(random.happens(percent: 50) ? "ann" : "bob")
      }
    }
  }

  private func other(_ account: String?) -> String { account == "ann" ? "bob" : "ann" }

  func signIn(_ name: String) async {
    guard watch.isAlive(number) else { return }
    let grant = scenario.server.signIn(name)
    watch.turns(life: number, to: name)
    let token = grant.refreshToken.map(\.value) ?? ""
    world.note("signs \(name) in with \(token)")
    do {
      try await session.signIn(grant, as: SessionScenario.account(name))
      if watch.isAlive(number) { scenario.remember(name) }
    } catch let error as CallError {
      if error.code != .signedOut { watch.breaks("FAIL-1", "a sign-in failed with \(error)") }
    } catch is SecretStoreError {
      // Nobody is signed in now, unless somebody has signed in since.
      let isOut = session.state == .signedOut
      if isOut { watch.turns(life: number, to: nil) }
    } catch {
      watch.breaks("FAIL-1", "a sign-in threw \(error)")
    }
  }

  private func signOut() async {
    watch.turns(life: number, to: nil)
    scenario.remember(nil)
    try? await session.signOut()
  }

  private func turn(to name: String) {
    let account = watch.state.withLock { $0.lives[number]?.account }
    guard account != name else { return }
    watch.turns(life: number, to: name)
    scenario.remember(name)
    session.turn(to: SessionScenario.account(name))
  }

  // MARK: A caller

  private func call() async {
    for _ in 0..<random.integer(in: 1...2) {
      await pause(0...1_500)
      guard watch.isAlive(number), let first = await credential() else { continue }
      guard await send(first) == 401 else { continue }
      watch.invalidates(first.generation, life: number)
      await session.invalidate(first)
      guard let second = await credential(), second != first else { continue }
      _ = await send(second)
    }
  }

  /// What the engine does before an attempt.
  private func credential() async -> Credential? {
    if let ready = session.readyCredential() { return ready }
    let start = world.clock.now()
    let delay = random.happens(percent: 25) ? random.milliseconds(0...250) : nil
    let cancelledAt = Locked<MonotonicInstant?>(nil)
    let task = Task(executorPreference: world) { try await self.session.credential() }
    let canceller = delay.map { delay in
      Task(executorPreference: world) {
        try? await self.world.sleep(for: delay)
        cancelledAt.withLock { $0 = self.world.clock.now() }
        task.cancel()
      }
    }
    defer { canceller?.cancel() }
    let result = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      cancelledAt.withLock { $0 = $0 ?? self.world.clock.now() }
      task.cancel()
    }
    judge(result, start: start, cancelledAt: cancelledAt.withLock { $0 })
    return try? result.get()
  }

  private func judge(
    _ result: Result<Credential?, any Error>, start: MonotonicInstant,
    cancelledAt: MonotonicInstant?
  ) {
    guard watch.isAlive(number) else { return }
    let now = world.clock.now()
    // A wait goes through one flight, or two if somebody signs in meanwhile.
    if now > start.advanced(by: SessionWatch.limit * 2) {
      watch.breaks("AUTH-5", "a caller waited \(start.duration(to: now))")
    }
    switch result {
    case .success: break
    case .failure(is CancellationError):
      if cancelledAt == nil { watch.breaks("FAIL-2", "a caller was not cancelled, and told so") }
      if let cancelledAt, cancelledAt < now {
        watch.breaks("AUTH-5", "a cancelled caller waited \(cancelledAt.duration(to: now))")
      }
    case .failure(is CredentialRefused):
      // Told when it was so; somebody may have turned to another account since.
      let hasEnded = watch.state.withLock { $0.lives[number]?.hasEverEnded ?? false }
      if !hasEnded, !isEnded {
        watch.breaks("AUTH-4", "a caller was told that the session is over, and it is not")
      }
    case .failure(is CallError): break
    case .failure(let error): watch.breaks("FAIL-1", "a caller was thrown \(error)")
    }
  }

  private var isEnded: Bool {
    if case .ended = session.state { true } else { false }
  }

  /// What the engine does to send: a last look, then the request leaves.
  private func send(_ first: Credential) async -> Int? {
    var credential = first
    switch session.standing(of: credential) {
    case .current: break
    case .superseded(let newer): credential = newer
    default: return nil
    }
    let account = watch.state.withLock { $0.lives[number]?.account }
    watch.sends(credential, life: number, record: scenario.record(of: account))
    await pause(1...60)
    let access = String(credential.authorization.value.dropFirst("Bearer ".count))
    return scenario.server.accepts(access) ? 200 : 401
  }

  /// AUTH-6: once nothing fails any more, the session goes on, or asks for a sign-in.
  func goesOn() async {
    for _ in 0..<4 {
      try? await world.sleep(for: .seconds(2))
      guard let credential = try? await session.credential() else { continue }
      let access = String(credential.authorization.value.dropFirst("Bearer ".count))
      if scenario.server.accepts(access) { return }
      watch.invalidates(credential.generation, life: number)
      await session.invalidate(credential)
    }
    let one = watch.state.withLock { $0.lives[number] }
    let record = scenario.record(of: one?.account)
    let token = ModelTokenServer.Token(record?.refreshToken?.value)
    let isGood = token.flatMap { scenario.server.family($0.family) }.map { !$0.isOver } ?? false
    if isGood, one?.account != nil, !isEnded {
      watch.breaks("AUTH-6", "the session does not go on: \(session.state)")
    }
    if case .ended(_, .refused) = session.state, isGood {
      watch.breaks("AUTH-4", "the session has ended, and its token is good")
    }
    if case .signedOut = session.state, let account = one?.account, record != nil {
      watch.breaks("AUTH-4", "\(account) was signed out by nobody")
    }
    if let family = token.flatMap({ scenario.server.family($0.family) }), family.wasRevoked {
      watch.breaks("AUTH-6", "the server took a token for stolen")
    }
  }
}
