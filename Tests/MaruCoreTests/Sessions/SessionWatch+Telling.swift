import MaruContract
import MaruCore
import MaruSystem
import MaruTesting

/// What a process's session tells, held against what the watch knows.
final class SessionListener: TokenObserver {
  let watch: SessionWatch
  let life: Int
  let recovery: TokenSession.RotationRecovery

  init(watch: SessionWatch, life: Int, recovery: TokenSession.RotationRecovery) {
    self.watch = watch
    self.life = life
    self.recovery = recovery
  }

  func observe(_ event: TokenEvent) {
    watch.world.note("session \(life): \(event.step), generation \(event.generation)")
    let problem = watch.state.withLock { state -> (String, String)? in
      guard var one = state.lives[life], one.isAlive else { return nil }
      defer { state.lives[life] = one }
      switch event.step {
      case .refreshStarted(let reason):
        one.lastStart = event.time
        if reason == .refused, !one.refused.contains(one.newest) {
          return ("AUTH-3", "generation \(one.newest) is renewed, and nobody refused it")
        }
        if reason == .missing, one.hasCredential {
          return ("AUTH-3", "generation \(one.newest) is renewed although it is there")
        }
      case .refreshed, .signedIn:
        one.newest = event.generation
        one.hasCredential = true
      case .ended(let end):
        one.toldEnds += 1
        one.hasEnded = true
        one.hasEverEnded = true
        if one.toldEnds > 1 { return ("AUTH-4", "the end was heard twice") }
        if end == .answerLost, recovery == .sendsAgain {
          return ("AUTH-6", "a lost answer ended a session that can be recovered")
        }
      default: break
      }
      return nil
    }
    if let (law, text) = problem { watch.breaks(law, text) }
    if event.step == .ended(.refused), !watch.isOver(life) {
      watch.breaks("AUTH-4", "the session ended, and the server had not said so")
    }
  }

  /// A state, as a subscriber hears it.
  func hears(_ told: TokenSession.State) {
    watch.world.note("told: \(told)")
    let problem = watch.state.withLock { state -> (String, String)? in
      guard var one = state.lives[life], one.isAlive else { return nil }
      defer { state.lives[life] = one }
      guard told != one.lastTold else { return ("AUTH-4", "\(told) was told twice") }
      one.lastTold = told
      return nil
    }
    if let (law, text) = problem { watch.breaks(law, text) }
  }
}

extension SessionWatch {
  /// Whether the server has ended the session that a process has.
  func isOver(_ life: Int) -> Bool {
    guard let one = state.withLock({ $0.lives[life] }), let account = one.account else {
      return true
    }
    if let family = one.lastSent { return server.family(family)?.isOver ?? true }
    // Nothing was sent: an earlier process has left the word.
    return server.state.withLock { $0.families }.contains { $0.account == account && $0.isOver }
  }
}
