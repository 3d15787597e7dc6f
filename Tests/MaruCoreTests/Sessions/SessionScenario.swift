import MaruContract
import MaruCore
import MaruSystem
import MaruTesting

/// An app over one to three lives of its process: a dozen callers, an impatient user, a server that
/// changes its mind, a network and a store that fail.
final class SessionScenario: Sendable {
  let world: SimulatedWorld
  let server: ModelTokenServer
  let machine: FakeSecretStore
  let watch: SessionWatch
  let recovery: TokenSession.RotationRecovery
  private let decide: TokenSession.Configuration.Decide
  private let calm = Locked(false)
  /// Who is signed in, as the app remembers it between its lives.
  private let remembered = Locked<String?>(nil)
  private let callers: Int
  private let known = Locked<[Sensitive<[UInt8]>: TokenRecord]>([:])

  init(
    world: SimulatedWorld, callers: Int = 10,
    decide: @escaping TokenSession.Configuration.Decide = { $0.handle($1, at: $2) }
  ) {
    self.world = world
    self.callers = callers
    let hasGrace = world.random.happens(percent: 75)
    recovery = hasGrace ? .sendsAgain : .asksToSignIn
    server = ModelTokenServer(world: world, hasGrace: hasGrace)
    machine = FakeSecretStore(clock: world.clock, random: world.random)
    watch = SessionWatch(world: world, server: server)
    self.decide = decide
  }

  var isCalm: Bool { calm.withLock { $0 } }

  static func account(_ name: String) -> TokenAccount {
    // The names are written below and can be used.
    // swift-format-ignore: NeverUseForceTry
    try! TokenAccount(name, in: SecretNamespace("model"))
  }

  func record(of name: String?) -> TokenRecord? {
    guard let name else { return nil }
    let account = Self.account(name)
    guard let bytes = machine.value(of: account.key) else { return nil }
    // Read anew only when it has changed: a world looks at it with every send.
    return known.withLock { known in
      if let record = known[bytes] { return record }
      let record = try? TokenRecord(bytes, of: account.name)
      known[bytes] = record
      return record
    }
  }

  func run() throws {
    try world.run { [self] in
      let lives = world.random.integer(in: 1...3)
      for number in 1...lives {
        machine.faults = number == 1 ? .none : .rough
        let life = SessionLife(scenario: self, number: number, account: remembered.withLock { $0 })
        if number == 1 {
          await life.signIn("bob")
          await life.signIn("ann")
        }
        machine.faults = .rough
        await life.live(callers: callers, mayBeKilled: number < lives)
        guard number == lives else { continue }
        calm.withLock { $0 = true }
        machine.faults = .none
        machine.isLocked = false
        await life.goesOn()
        await life.ends()
      }
    }
    if let broken = watch.broken { throw broken }
  }

  func remember(_ name: String?) { remembered.withLock { $0 = name } }

  func configuration(_ watch: SessionWatch, life: Int) -> TokenSession.Configuration {
    var configuration = TokenSession.Configuration(recovery: recovery)
    configuration.leeway = .seconds(1)
    configuration.limit = SessionWatch.limit
    configuration.basePause = .milliseconds(100)
    configuration.maximumPause = .seconds(1)
    configuration.decide = { [decide] machine, event, now in
      watch.state.withLock { $0.coverage.note(event, in: machine.state) }
      return decide(&machine, event, now)
    }
    return configuration
  }
}

/// The store as one process has it, with the watch looking on.
struct WatchedStore: SecretStore {
  let process: FakeSecretProcess
  let watch: SessionWatch
  let life: Int

  func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    try await process.read(key)
  }

  func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    let record = try? TokenRecord(value, of: Sensitive(key.name))
    if watch.isAlive(life) { watch.writes(record, life: life) }
    try await process.write(value, for: key, accessibility: accessibility)
    watch.stores(record)
  }

  func delete(_ key: SecretKey) async throws(SecretStoreError) { try await process.delete(key) }

  func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    try await process.deleteAll(in: namespace)
  }
}
