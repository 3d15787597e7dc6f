public import MaruContract
internal import MaruSystem

/// A machine's secret store for tests: in memory, with faults that are drawn from a seed, and with
/// processes that can be killed.
///
/// ``process()`` gives a process's way to the store; ``FakeSecretProcess/kill()`` of it is the end of
/// that process: a call that is on its way has been done or not, as in life, and whoever goes on in its
/// name reaches nothing. What is kept stays for the next process.
public final class FakeSecretStore: SecretStore {
  private struct State {
    var values: [SecretKey: Sensitive<[UInt8]>] = [:]
    var isLocked = false
    var faults: SecretStoreFaults
    var writes = 0
  }
  private let state: Locked<State>
  let clock: any MonotonicClock
  let random: SeededRandom

  /// Makes an empty store.
  ///
  /// - Parameters:
  ///   - clock: what its calls take their time by.
  ///   - random: what faults are drawn from; not used without faults.
  ///   - faults: how often it fails.
  public init(
    clock: any MonotonicClock, random: SeededRandom = SeededRandom(seed: 0),
    faults: SecretStoreFaults = .none
  ) {
    self.clock = clock
    self.random = random
    state = Locked(State(faults: faults))
  }

  /// Whether the device is locked: every call fails with `locked` then.
  public var isLocked: Bool {
    get { state.withLock { $0.isLocked } }
    set { state.withLock { $0.isLocked = newValue } }
  }

  /// How often it fails from now on.
  public var faults: SecretStoreFaults {
    get { state.withLock { $0.faults } }
    set { state.withLock { $0.faults = newValue } }
  }

  /// What is kept under a key.
  public func value(of key: SecretKey) -> Sensitive<[UInt8]>? { state.withLock { $0.values[key] } }

  /// Puts a value there, or takes it away, as another program would.
  public func set(_ value: Sensitive<[UInt8]>?, for key: SecretKey) {
    state.withLock { $0.values[key] = value }
  }

  /// How many writes have been done.
  public var writeCount: Int { state.withLock { $0.writes } }

  /// The way of a process of its own to this store.
  public func process() -> FakeSecretProcess { FakeSecretProcess(machine: self) }

  // MARK: SecretStore

  /// The value of a secret; see `SecretStore`.
  public func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    try await process().read(key)
  }

  /// Keeps a value; see `SecretStore`.
  public func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    try await process().write(value, for: key, accessibility: accessibility)
  }

  /// Deletes a secret; see `SecretStore`.
  public func delete(_ key: SecretKey) async throws(SecretStoreError) {
    try await process().delete(key)
  }

  /// Deletes a namespace's secrets; see `SecretStore`.
  public func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    try await process().deleteAll(in: namespace)
  }

  // MARK: One step of a call

  /// Half of the time that a call takes. Cancelling does not end it, as in life.
  func pass() async {
    let range = faults.latency
    guard range.upperBound > 0 else { return }
    let end = clock.now().advanced(by: random.milliseconds(range))
    // A cancelled task can't sleep: its call is done at once, which is a time like any other.
    try? await clock.sleep(until: end)
  }

  func fail() throws(SecretStoreError) {
    let (isLocked, faults) = state.withLock { ($0.isLocked, $0.faults) }
    if isLocked { throw SecretStoreError(.locked, reason: "the device is locked") }
    guard faults.failing > 0, !faults.codes.isEmpty, random.happens(percent: faults.failing) else {
      return
    }
    let code = faults.codes[random.integer(in: 0...faults.codes.count - 1)]
    throw SecretStoreError(code, reason: "a fault was drawn")
  }

  func change<Result: Sendable>(
    _ body: (inout sending [SecretKey: Sensitive<[UInt8]>]) -> Result
  ) -> Result {
    state.withLock { state in
      state.writes += 1
      var values = state.values
      let result = body(&values)
      state.values = values
      return result
    }
  }
}

/// One process's way to a ``FakeSecretStore``.
public final class FakeSecretProcess: SecretStore {
  private let machine: FakeSecretStore
  private let isDead = Locked(false)

  init(machine: FakeSecretStore) { self.machine = machine }

  /// Ends the process.
  public func kill() { isDead.withLock { $0 = true } }

  /// The value of a secret; see `SecretStore`.
  public func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    try await begin()
    guard let value = machine.value(of: key) else {
      throw SecretStoreError(.notFound, reason: "expected a secret, found none")
    }
    try await end()
    return value
  }

  /// Keeps a value; see `SecretStore`.
  public func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    try SecretLimits.check(value)
    try await begin()
    machine.change { $0[key] = value }
    try await end()
  }

  /// Deletes a secret; see `SecretStore`.
  public func delete(_ key: SecretKey) async throws(SecretStoreError) {
    try await begin()
    machine.change { $0[key] = nil }
    try await end()
  }

  /// Deletes a namespace's secrets; see `SecretStore`.
  public func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    try await begin()
    machine.change { $0 = $0.filter { $0.key.namespace != namespace } }
    try await end()
  }

  private func begin() async throws(SecretStoreError) {
    await machine.pass()
    try live()
    try machine.fail()
  }

  private func end() async throws(SecretStoreError) {
    await machine.pass()
    try live()
  }

  private func live() throws(SecretStoreError) {
    guard isDead.withLock({ $0 }) else { return }
    throw SecretStoreError(.unavailable, reason: "the process was killed")
  }
}
