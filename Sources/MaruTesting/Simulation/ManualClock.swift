public import MaruContract
internal import MaruSystem

/// A clock that stands still until it is told to go on.
///
/// Nothing yields and nothing guesses: who sleeps is registered before ``advance(by:)`` can pass it,
/// and ``sleepers(atLeast:)`` waits until so many do. In a ``SimulatedWorld`` the world moves it.
public final class ManualClock: MonotonicClock {
  private struct Sleeper {
    let id: Int
    let until: MonotonicInstant
    let tag: Int?
    let continuation: CheckedContinuation<Void, any Error>
  }
  private struct Watcher {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }
  private struct State {
    var now = MonotonicInstant(nanoseconds: 0)
    var lastID = 0
    var sleepers: [Sleeper] = []
    var cancelledEarly: Set<Int> = []
    var watchers: [Watcher] = []
  }
  private let state = Locked(State())
  private let isMovedByWorld: Bool

  /// Starts at zero.
  public init() { isMovedByWorld = false }

  /// Makes the clock of a world, which moves it.
  init(isMovedByWorld: Bool) { self.isMovedByWorld = isMovedByWorld }

  /// The moment it stands at.
  public func now() -> MonotonicInstant { state.withLock { $0.now } }

  /// Sleeps until the clock is moved to a moment or past it.
  ///
  /// - Throws: `CancellationError` at once when the task is cancelled.
  public func sleep(until deadline: MonotonicInstant) async throws {
    try await sleep(until: deadline, tag: nil)
  }

  /// Sleeps, and can be woken early by ``wake(tag:)``.
  func sleep(until deadline: MonotonicInstant, tag: Int?) async throws {
    guard !isMovedByWorld else { return try await fallAsleep(until: deadline, tag: tag) }
    let text: @Sendable () -> String = {
      "\(deadline.nanoseconds / 1_000_000) ms on a manual clock that the world does not move"
    }
    try await Waiting.lazily(for: text) { try await fallAsleep(until: deadline, tag: tag) }
  }

  private func fallAsleep(until deadline: MonotonicInstant, tag: Int?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (early, watchers) = state.withLock { state in
          Self.enter(
            Sleeper(id: id, until: deadline, tag: tag, continuation: continuation), &state)
        }
        switch early {
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .due: continuation.resume()
        case .asleep: break
        }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      let sleeper = state.withLock { state -> Sleeper? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelledEarly.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    _ = state.withLock { $0.cancelledEarly.remove(id) }
  }

  private enum Entry { case asleep, due, cancelled }

  private static func enter(
    _ sleeper: Sleeper, _ state: inout State
  ) -> (Entry, [CheckedContinuation<Void, Never>]) {
    if state.cancelledEarly.remove(sleeper.id) != nil { return (.cancelled, []) }
    if sleeper.until <= state.now { return (.due, []) }
    state.sleepers.append(sleeper)
    let count = state.sleepers.count
    let reached = state.watchers.filter { $0.count <= count }.map(\.continuation)
    state.watchers.removeAll { $0.count <= count }
    return (.asleep, reached)
  }

  /// Goes on by a duration and wakes whoever is due, the earliest first.
  public func advance(by duration: Duration) {
    move(to: now().advanced(by: duration))
  }

  /// Goes on to a moment and wakes whoever is due, the earliest first. Never goes back.
  public func move(to moment: MonotonicInstant) {
    let due = state.withLock { state -> [Sleeper] in
      state.now = max(state.now, moment)
      let now = state.now
      let due = state.sleepers.filter { $0.until <= now }
      state.sleepers.removeAll { $0.until <= now }
      return due
    }
    for sleeper in due.sorted(by: { ($0.until, $0.id) < ($1.until, $1.id) }) {
      sleeper.continuation.resume()
    }
  }

  /// When the next sleeper is due; nil if nobody sleeps.
  public var nextDeadline: MonotonicInstant? {
    state.withLock { $0.sleepers.map(\.until).min() }
  }

  /// How many sleep.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Waits until at least so many sleep.
  public func sleepers(atLeast count: Int) async {
    await Waiting.lazily(for: { "\(count) to sleep, of whom \(self.sleeperCount) do" }) {
      await withCheckedContinuation { continuation in
        let isReached = state.withLock { state in
          if state.sleepers.count >= count { return true }
          state.watchers.append(Watcher(count: count, continuation: continuation))
          return false
        }
        if isReached { continuation.resume() }
      }
    }
  }

  /// Wakes the sleepers of a tag before their time.
  func wake(tag: Int) {
    let woken = state.withLock { state -> [Sleeper] in
      let woken = state.sleepers.filter { $0.tag == tag }
      state.sleepers.removeAll { $0.tag == tag }
      return woken
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
