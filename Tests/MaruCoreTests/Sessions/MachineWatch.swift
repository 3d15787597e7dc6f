import MaruContract
import MaruCore

/// Follows a token machine's actions, and names the promise that one breaks.
struct MachineWatch {
  private var waiting: Set<UInt64> = []
  /// From its start to its end.
  private var live: UInt64?
  private var lastFlight: UInt64 = 0
  private var isAsking = false
  /// The sign-in that somebody waits for.
  private var entering: UInt64?
  /// What the server has refused, until it grants something or somebody else signs in.
  private var dead: Sensitive<String>?
  /// Access tokens that may be used: what was rotated with them is stored.
  private var usable: Set<String> = []
  private var told: TokenSession.State?
  /// Nothing older may be handed out.
  private var firstAllowed: UInt64 = 0

  /// The promise that does not hold any more; nil if all do.
  mutating func problem(
    _ event: TokenMachine.Event, _ before: TokenMachine, _ actions: [TokenMachine.Action],
    _ after: TokenMachine, at now: MonotonicInstant
  ) -> String? {
    note(event, before)
    for action in actions {
      if let problem = problem(action, after) { return problem }
    }
    // The shell tells a sign-in whose flight has ended without a word that it was overtaken.
    if entering != live { entering = nil }
    return problem(of: after, before, at: now)
  }

  /// What an event means for what may follow.
  private mutating func note(_ event: TokenMachine.Event, _ before: TokenMachine) {
    switch event {
    case .asked(let waiter): waiting.insert(waiter)
    case .left(let waiter): waiting.remove(waiter)
    case .signIn: dead = nil
    case .stored(let id, nil, _) where id == before.flight?.id:
      // AUTH-6: from here on the access token that came with it may be used.
      if let pending = before.flight?.pending { usable.insert(pending.grant.accessToken.value) }
    case .answered(let id, let answer, _)
    where id == before.flight?.id && before.state == .asking:
      isAsking = false
      if case .granted(let grant) = answer {
        let isRotated =
          grant.refreshToken != nil
          && grant.refreshToken != before.flight?.record?.refreshToken
        let isMarked = before.configuration.recovery == .asksToSignIn
        if !isRotated, !isMarked { usable.insert(grant.accessToken.value) }
      } else if case .failed(let failure) = answer, failure.kind == .refused {
        dead = before.flight?.record?.refreshToken
      }
    default: break
    }
  }

  private mutating func problem(
    _ action: TokenMachine.Action, _ after: TokenMachine
  ) -> String? {
    switch action {
    case .start(let id):
      guard live == nil else { return "one flight at a time" }
      guard id > lastFlight else { return "a flight's number is never used again" }
      live = id
      lastFlight = id
      isAsking = false
      entering = after.state == .entering ? id : nil
    case .end(let id):
      guard live == id else { return "only the running flight ends" }
      live = nil
    case .read(_, let id):
      guard live == id else { return "only the running flight reads" }
    case .ask(let token, let id):
      guard live == id, after.state == .asking else { return "only the running flight asks" }
      guard !isAsking else { return "one refresh at a time" }
      guard token != dead else { return "what was refused is never sent again" }
      isAsking = true
    case .write(_, _, let id):
      guard id == nil || live == id else { return "only the running flight is told of its write" }
    case .answer(let ids, let outcome):
      for id in ids where waiting.remove(id) == nil { return "every waiter is answered once" }
      return problem(outcome, after)
    case .tell(let state):
      guard state != told else { return "a state is told once" }
      told = state
    case .endCredentials: firstAllowed = after.firstGeneration
    case .entered(let id, _):
      guard entering == id else { return "a sign-in ends once" }
      entering = nil
    case .report(let step):
      switch step {
      case .refreshed, .signedOut: dead = nil
      default: break
      }
    case .delete, .forgetCookies, .eraseCookies: break
    }
    return nil
  }

  private func problem(_ outcome: TokenMachine.Outcome, _ after: TokenMachine) -> String? {
    guard case .credential(let credential) = outcome else { return nil }
    return problem(credential, after)
  }

  private func problem(_ credential: Credential, _ after: TokenMachine) -> String? {
    guard credential.generation >= firstAllowed else { return "no account gets another's token" }
    guard credential.generation == after.generation else { return "no older token is handed out" }
    guard credential.account == after.phase.account?.name else {
      return "a token is handed out as its own account's"
    }
    let token = credential.authorization.value.dropFirst("Bearer ".count)
    guard usable.contains(String(token)) else { return "what was rotated is stored before use" }
    return nil
  }

  /// What holds between two events.
  private func problem(
    of after: TokenMachine, _ before: TokenMachine, at now: MonotonicInstant
  ) -> String? {
    guard after.waiters == waiting else { return "who waits is who has neither left nor heard" }
    guard after.waiters.isEmpty || after.flight != nil else { return "nobody waits for nothing" }
    guard after.flight?.id == live else { return "a flight is started and ended aloud" }
    guard after.generation >= before.generation, after.generation <= before.generation + 1 else {
      return "generations count up by one"
    }
    guard after.firstGeneration >= before.firstGeneration else { return "what has ended stays so" }
    if let ready = after.ready(at: now), let problem = problem(ready, after) { return problem }
    if case .ended = after.phase, after.access != nil {
      return "a session that is over has no token"
    }
    if case .signedOut = after.phase, after.access != nil { return "nobody has no token" }
    return nil
  }
}
