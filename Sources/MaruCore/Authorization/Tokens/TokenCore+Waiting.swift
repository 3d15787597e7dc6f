internal import MaruContract
internal import MaruSystem

// What callers of a session do.
extension TokenCore {
  func readyCredential() -> Credential? {
    let now = now
    guard let ready = locked.withLock({ $0.machine.ready(at: now) }) else { return nil }
    return isAskingItself ? nil : ready
  }

  func standing(of credential: Credential) -> CredentialStanding {
    locked.withLock { $0.machine.standing(of: credential) }
  }

  var state: TokenSession.State { locked.withLock { $0.machine.toldState } }

  private var isAskingItself: Bool { Asking.current.contains(ObjectIdentifier(self)) }

  func credential() async throws -> Credential? {
    guard !isAskingItself else { throw CallError.asksItself }
    if let ready = readyCredential() { return ready }
    try Task.checkCancellation()
    let shot = OneShot<Waited>()
    let id = locked.withLock { state in
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = shot
      return state.lastWaiter
    }
    let waited = await withTaskCancellationHandler {
      handle(.asked(waiter: id))
      return await Waiting.for("a token session's credential") { await shot.value() }
    } onCancel: {
      // AUTH-5: it leaves by itself; whatever is running goes on for the others.
      locked.withLock { $0.waiters[id] = nil }
      shot.fulfil(.cancelled)
      handle(.left(waiter: id))
    }
    switch waited {
    case .cancelled: throw CancellationError()
    case .outcome(.credential(let credential)): return credential
    case .outcome(.nobody): return nil
    case .outcome(.refused): throw CredentialRefused()
    case .outcome(.failed(let error)): throw error
    }
  }

  func signIn(_ grant: TokenGrant, as account: TokenAccount) async throws {
    let shot = OneShot<Entered>()
    run(
      decide(.signIn(grant, account, receipt)) { state, _ in
        state.entering[state.machine.lastFlight] = shot
      })
    switch await shot.value() {
    case .stored: return
    case .failed(let error): throw error
    case .overtaken: throw CallError.signedOut
    }
  }

  func signOut() async throws(SecretStoreError) {
    let shot = OneShot<SecretStoreError?>()
    let effects = decide(.signOut, leaver: shot) { _, _ in }
    run(effects)
    guard effects.isDeleting, let error = await shot.value() else { return }
    throw error
  }
}

// MARK: Telling

extension TokenCore {
  func hearEndings(_ hear: @escaping @Sendable () -> Bool) {
    locked.withLock { state in
      state.lastListener += 1
      state.listeners[state.lastListener] = hear
    }
  }

  func subscribe() -> AsyncStream<TokenSession.State> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: TokenSession.State.self,
      bufferingPolicy: .bufferingNewest(TokenSession.States.capacity))
    let id = locked.withLock { state in
      state.lastSubscriber += 1
      // What is still to be delivered begins after what is told here.
      continuation.yield(state.deliveredState)
      state.subscribers[state.lastSubscriber] = continuation
      return state.lastSubscriber
    }
    continuation.onTermination = { [weak self] _ in
      self?.locked.withLock { $0.subscribers[id] = nil }
    }
    return stream
  }

  func finishStates() {
    let subscribers = locked.withLock { state in
      defer { state.subscribers = [:] }
      return state.subscribers
    }
    for (_, continuation) in subscribers.sorted(by: { $0.key < $1.key }) { continuation.finish() }
  }

  /// Tells what has happened, in order: whoever began goes on until nothing is left.
  func deliver() {
    while true {
      let (letters, subscribers) = locked.withLock { state in
        defer { state.letters = [] }
        if state.letters.isEmpty { state.isDelivering = false }
        for case .state(let told) in state.letters { state.deliveredState = told }
        return (state.letters, state.subscribers.sorted { $0.key < $1.key }.map(\.value))
      }
      guard !letters.isEmpty else { return }
      for letter in letters {
        switch letter {
        case .state(let told): for subscriber in subscribers { subscriber.yield(told) }
        case .step(let event): for observer in observers { observer.observe(event) }
        }
      }
    }
  }
}
