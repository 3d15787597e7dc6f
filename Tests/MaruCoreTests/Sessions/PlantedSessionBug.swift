import MaruContract
import MaruCore
import MaruSystem
import MaruTesting

/// Mistakes that a token session can have, put around the real machine: each must be found.
enum PlantedSessionBug: String, CaseIterable, Sendable {
  case noSingleFlight
  case commitWithoutGeneration
  case usedBeforeStored
  case clearedOnAFailureThatPasses
  case clearedWhenTheRefreshIsCancelled
  case waitersCancelCancelsTheRefresh
  case lateAnswerIsStored
  case oldAccountsTokenIsSent
  case secondRefreshAfterARefusal
  case oldRefusalRefreshes
  case predecessorWithoutALostAnswer
  case toldTwice

  /// The law that finds it.
  var law: String {
    switch self {
    case .noSingleFlight, .oldRefusalRefreshes: "AUTH-3"
    case .clearedOnAFailureThatPasses, .clearedWhenTheRefreshIsCancelled,
      .secondRefreshAfterARefusal, .toldTwice:
      "AUTH-4"
    case .waitersCancelCancelsTheRefresh: "AUTH-5"
    case .usedBeforeStored, .predecessorWithoutALostAnswer: "AUTH-6"
    case .commitWithoutGeneration, .lateAnswerIsStored, .oldAccountsTokenIsSent: "AUTH-7"
    }
  }

  typealias Machine = TokenMachine

  /// The machine with the mistake; made anew for each world.
  func decide() -> TokenSession.Configuration.Decide {
    // What a mistake remembers between two events.
    let accounts = Locked<[UInt64: TokenAccount]>([:])
    let predecessors = Locked<[Sensitive<String>: Sensitive<String>]>([:])
    return { machine, event, now in
      switch (self, event) {
      case (.noSingleFlight, .asked) where machine.flight?.step == .asking:
        machine.flight = nil
        return machine.handle(event, at: now)
      case (.commitWithoutGeneration, .answered(let id, let answer, let receipt)):
        guard let flight = machine.flight, flight.id != id, flight.step == .asking else { break }
        return machine.handle(.answered(flight: flight.id, answer, receipt), at: now)
      case (.usedBeforeStored, .answered(let id, .granted, let receipt)):
        let actions = machine.handle(event, at: now)
        guard machine.flight?.id == id, machine.flight?.step == .storing else { return actions }
        return actions + machine.handle(.stored(flight: id, nil, receipt), at: now)
      case (.clearedOnAFailureThatPasses, .answered(let id, .failed(let failure), let receipt))
      where failure.kind == .transient:
        return machine.handle(.answered(flight: id, .failed(.refused), receipt), at: now)
      case (.clearedWhenTheRefreshIsCancelled, .limitReached(let id, let receipt)):
        guard machine.flight?.step == .asking else { break }
        return machine.handle(.answered(flight: id, .failed(.refused), receipt), at: now)
      case (.waitersCancelCancelsTheRefresh, .left(let waiter)):
        guard machine.waiters.contains(waiter), let flight = machine.flight else { break }
        return machine.handle(event, at: now) + [.end(flight: flight.id)]
      case (.lateAnswerIsStored, .answered(let id, .granted(let grant), _))
      where machine.flight?.id != id:
        guard let account = accounts.withLock({ $0[id] }) else { break }
        let record = TokenRecord(account: account.name, refreshToken: grant.refreshToken)
        return machine.handle(event, at: now) + [.write(record, account, flight: nil)]
      case (.oldAccountsTokenIsSent, .switched):
        let before = machine
        let actions = machine.handle(event, at: now)
        machine.access = before.access
        machine.firstGeneration = before.firstGeneration
        return actions
      case (.secondRefreshAfterARefusal, .answered(let id, .failed(let failure), let receipt))
      where failure.kind == .refused && machine.flight?.id == id:
        // The end is told, and the session goes on with the token that it has.
        let actions = machine.handle(
          .answered(
            flight: id,
            .failed(.init(.transient, answerWasLost: false, error: failure.error)), receipt),
          at: now)
        return actions + [.report(.ended(.refused))]
      case (.oldRefusalRefreshes, .refused):
        return machine.handle(.refused(generation: machine.generation), at: now)
      case (.toldTwice, _):
        return machine.handle(event, at: now).flatMap { action in
          if case .report(.ended) = action { [action, action] } else { [action] }
        }
      default: break
      }
      let actions = machine.handle(event, at: now)
      return self.remember(actions, machine, accounts, predecessors)
    }
  }

  private func remember(
    _ actions: [Machine.Action], _ machine: Machine, _ accounts: Locked<[UInt64: TokenAccount]>,
    _ predecessors: Locked<[Sensitive<String>: Sensitive<String>]>
  ) -> [Machine.Action] {
    actions.map { action in
      switch action {
      case .read(let account, let flight):
        accounts.withLock { $0[flight] = account }
      case .write(let record, _, _):
        guard let pending = machine.flight?.pending, let next = record.refreshToken else { break }
        if let before = pending.predecessor, before != next {
          predecessors.withLock { $0[next] = before }
        }
      case .ask(let token, let flight) where self == .predecessorWithoutALostAnswer:
        if let before = predecessors.withLock({ $0[token] }) { return .ask(before, flight: flight) }
      default: break
      }
      return action
    }
  }
}
