internal import MaruContract
internal import MaruSystem

/// The shell of a token session: waits, locks, sends, and does what the machine says.
///
/// What is decided and the order of the store's calls are settled under one lock. All that is not
/// ours runs outside it: the store, the refresher, observers, whoever waits.
final class TokenCore: Sendable {
  struct State {
    var machine: TokenMachine
    var waiters: [UInt64: OneShot<Waited>] = [:]
    var lastWaiter: UInt64 = 0
    /// The flight that counts, and what ends with it.
    var flight: LiveFlight?
    /// The store's calls to come, one after the other.
    var line: [StoreCall] = []
    var isLineRunning = false
    var letters: [Letter] = []
    var isDelivering = false
    var deliveredState: TokenSession.State
    var subscribers: [UInt64: AsyncStream<TokenSession.State>.Continuation] = [:]
    var lastSubscriber: UInt64 = 0
    var listeners: [UInt64: @Sendable () -> Bool] = [:]
    var lastListener: UInt64 = 0
    var entering: [UInt64: OneShot<Entered>] = [:]
  }

  struct LiveFlight: Sendable {
    var id: UInt64
    var tasks: [Task<Void, Never>] = []
    var holdsLease = false
  }

  /// A call of the store.
  enum StoreCall: Sendable {
    case read(TokenAccount, flight: UInt64)
    case write(TokenRecord, TokenAccount, flight: UInt64?)
    case delete(TokenAccount, OneShot<SecretStoreError?>?)
    case eraseCookies
    /// In the line, so that another process sees what was written before.
    case giveLeaseBack
  }

  /// What is told, in order.
  enum Letter: Sendable {
    case state(TokenSession.State)
    case step(TokenEvent)
  }

  /// How a wait for a credential ended.
  enum Waited: Sendable {
    case outcome(TokenMachine.Outcome)
    case cancelled
  }

  /// How a sign-in ended.
  enum Entered: Sendable {
    case stored
    case failed(SecretStoreError)
    /// Somebody signed in or out before it was stored.
    case overtaken
  }

  /// What is left to do outside the lock.
  struct Effects: Sendable {
    var answers: [(OneShot<Waited>, TokenMachine.Outcome)] = []
    var entered: [(OneShot<Entered>, Entered)] = []
    var ended: [Task<Void, Never>] = []
    var timers: [UInt64] = []
    var leases: [(TokenAccount, flight: UInt64)] = []
    var asks: [(Sensitive<String>, flight: UInt64)] = []
    var listeners: [UInt64: @Sendable () -> Bool] = [:]
    var startsLine = false
    var delivers = false
    var isDeleting = false
  }

  let refresher: any TokenRefresher
  let store: any SecretStore
  let surroundings: Surroundings
  let lease: (any RefreshLease)?
  let cookies: SessionCookies?
  let observers: [any TokenObserver]
  let configuration: TokenSession.Configuration
  let locked: Locked<State>

  init(
    machine: TokenMachine, refresher: any TokenRefresher, store: any SecretStore,
    surroundings: Surroundings, lease: (any RefreshLease)?, cookies: SessionCookies?,
    observers: [any TokenObserver]
  ) {
    configuration = machine.configuration
    self.refresher = refresher
    self.store = store
    self.surroundings = surroundings
    self.lease = lease
    self.cookies = cookies
    self.observers = observers
    locked = Locked(State(machine: machine, deliveredState: machine.toldState))
  }

  var now: MonotonicInstant { surroundings.clock.now() }
  var receipt: TokenMachine.Receipt {
    TokenMachine.Receipt(date: surroundings.wallClock.now(), chance: surroundings.random.next())
  }

  /// Lets the machine decide about an event, and does what it says.
  func handle(_ event: TokenMachine.Event) {
    run(decide(event) { _, _ in })
  }

  /// The locked half: `amend` sees the state after the decision and before anything is done.
  func decide(
    _ event: TokenMachine.Event, leaver: OneShot<SecretStoreError?>? = nil,
    amend: @Sendable (inout State, [TokenMachine.Action]) -> Void
  ) -> Effects {
    let now = now
    return locked.withLock { state in
      let actions = configuration.decide(&state.machine, event, now)
      amend(&state, actions)
      return take(actions, &state, at: now, leaver: leaver)
    }
  }

  private func take(
    _ actions: [TokenMachine.Action], _ state: inout State, at now: MonotonicInstant,
    leaver: OneShot<SecretStoreError?>?
  ) -> Effects {
    var effects = Effects()
    var over: [LiveFlight] = []
    for action in actions {
      switch action {
      case .start(let id):
        state.flight = LiveFlight(id: id)
        effects.timers.append(id)
      case .read(let account, let id):
        if lease == nil || state.flight?.holdsLease == true {
          state.line.append(.read(account, flight: id))
        } else {
          effects.leases.append((account, flight: id))
        }
      case .ask(let token, let id): effects.asks.append((token, flight: id))
      case .write(let record, let account, let id):
        state.line.append(.write(record, account, flight: id))
      case .delete(let account):
        state.line.append(.delete(account, leaver))
        effects.isDeleting = true
      case .end(let id):
        guard let flight = state.flight, flight.id == id else { continue }
        state.flight = nil
        over.append(flight)
      case .answer(let ids, let outcome):
        for id in ids {
          guard let waiter = state.waiters.removeValue(forKey: id) else { continue }
          effects.answers.append((waiter, outcome))
        }
      case .tell(let told): state.letters.append(.state(told))
      case .report(let step):
        guard !observers.isEmpty else { continue }
        let event = TokenEvent(generation: state.machine.generation, time: now, step: step)
        state.letters.append(.step(event))
      case .endCredentials: effects.listeners = state.listeners
      case .forgetCookies: cookies?.forget()
      case .eraseCookies:
        if cookies?.archive != nil { state.line.append(.eraseCookies) }
      case .entered(let id, let error):
        guard let waiter = state.entering.removeValue(forKey: id) else { continue }
        effects.entered.append((waiter, error.map(Entered.failed) ?? .stored))
      }
    }
    for flight in over {
      effects.ended += flight.tasks
      if flight.holdsLease { state.line.append(.giveLeaseBack) }
      guard let waiter = state.entering.removeValue(forKey: flight.id) else { continue }
      effects.entered.append((waiter, .overtaken))
    }
    effects.startsLine = !state.line.isEmpty && !state.isLineRunning
    if effects.startsLine { state.isLineRunning = true }
    effects.delivers = !state.letters.isEmpty && !state.isDelivering
    if effects.delivers { state.isDelivering = true }
    return effects
  }

  /// The half outside the lock.
  func run(_ effects: Effects) {
    // Calls are cut off before anybody hears of anything.
    for (id, hear) in effects.listeners where !hear() {
      locked.withLock { $0.listeners[id] = nil }
    }
    for task in effects.ended { task.cancel() }
    for id in effects.timers { startTimer(id) }
    for (account, id) in effects.leases { startLease(account, id) }
    for (token, id) in effects.asks { startAsking(token, id) }
    if effects.startsLine { startLine() }
    for (waiter, outcome) in effects.answers { waiter.fulfil(.outcome(outcome)) }
    for (waiter, entered) in effects.entered { waiter.fulfil(entered) }
    if effects.delivers { deliver() }
  }
}
