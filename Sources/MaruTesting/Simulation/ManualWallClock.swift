public import MaruContract
public import struct Foundation.Date
internal import MaruSystem

/// A wall clock that follows a monotonic one, from a date that the test sets; it can be set anew, as
/// people do with theirs.
public final class ManualWallClock: WallClock {
  private struct State {
    var date: Date
    var since: MonotonicInstant
  }
  private let clock: any MonotonicClock
  private let state: Locked<State>

  /// Starts at a date: 2026-01-01 00:00:00 UTC by default.
  public init(
    following clock: any MonotonicClock, at date: Date = Date(timeIntervalSince1970: 1_767_225_600)
  ) {
    self.clock = clock
    state = Locked(State(date: date, since: clock.now()))
  }

  /// The date and time it shows.
  public func now() -> Date {
    let moment = clock.now()
    return state.withLock { state in
      let passed = state.since.duration(to: moment)
      return state.date.addingTimeInterval(passed / .seconds(1))
    }
  }

  /// Shows another date from now on.
  public func set(to date: Date) {
    let moment = clock.now()
    state.withLock { $0 = State(date: date, since: moment) }
  }
}
