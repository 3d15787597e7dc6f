import MaruContract
import MaruCore
import MaruStreams
import MaruSystem
import MaruTesting

/// What must hold of every reader, whatever the network does.
struct StreamLaws {
  let scenario: StreamScenario

  func check() throws {
    let seen = scenario.seen.withLock { $0 }
    try checkEnd(seen)
    try checkTeardown(seen)
    try checkEvents(seen)
    try checkWaits(seen)
  }

  /// `CancellationError` or nil, never a hang: the world itself says if nothing ends.
  private func checkEnd(_ seen: StreamScenario.Seen) throws {
    guard let end = seen.end else { throw broken("END", "the reader never ended") }
    switch scenario.leaving {
    case .readsAll:
      guard end == .finished else { throw broken("END", "expected the end, found \(end)") }
    case .breaks(let last):
      guard end == .broke && seen.events.count == last || end == .finished else {
        throw broken("END", "expected a break, found \(end) after \(seen.events.count)")
      }
    case .isCancelled:
      guard end == .cancelled && seen.cancelTime != nil || end == .finished else {
        throw broken("END", "cancelled by nobody, or \(end)")
      }
      if let cancelled = seen.cancelTime, seen.endTime != cancelled {
        throw broken("END", "a cancelled reader waited on")
      }
    }
    if seen.hasBegunBeforeReading { throw broken("COLD", "connected before anybody read") }
  }

  /// STREAM-4: the world ends at the moment at which the reader did, with nothing open. What still
  /// slept or was connected would have let time go on.
  private func checkTeardown(_ seen: StreamScenario.Seen) throws {
    let (transport, client) = (scenario.transport, scenario.client)
    guard transport.openCount == 0, client.runningCalls == 0 else {
      throw broken("OUTLIVES", "a connection is open after its reader has gone")
    }
    if case .isCancelled = scenario.leaving, seen.cancelTime == nil {
      // The one that cancels slept on after the reader had ended.
    } else if scenario.world.clock.now() != seen.endTime {
      throw broken("OUTLIVES", "something went on after its reader had gone")
    }
    // Each connection of one reader follows the other.
    guard seen.mostAtOnce <= 1 else { throw broken("OUTLIVES", "two connections at once") }
  }

  private func checkEvents(_ seen: StreamScenario.Seen) throws {
    let events = seen.events
    guard zip(events, events.dropFirst()).allSatisfy({ $0 < $1 }) else {
      throw broken("ORDER", "not once and in order: \(events)")
    }
    guard events.allSatisfy({ (1...scenario.total).contains($0) }) else {
      throw broken("ORDER", "what was never sent: \(events)")
    }
    let keepsAll =
      switch scenario.buffer {
      case .suspend, .unbounded: true
      case .newest, .oldest: false
      }
    if keepsAll {
      guard events == Array(1...scenario.total).prefix(events.count).map({ $0 }),
        seen.dropped == 0
      else { throw broken("LOST", "\(events) of \(scenario.total), dropped \(seen.dropped)") }
    }
    guard seen.end == .finished else { return }
    guard events.count + seen.dropped == scenario.total else {
      throw broken("LOST", "\(events.count) read, \(seen.dropped) told, \(scenario.total) sent")
    }
    if case .newest = scenario.buffer, events.last != scenario.total {
      throw broken("LOST", "the newest was dropped")
    }
    if case .oldest = scenario.buffer, events.first != 1 {
      throw broken("LOST", "the oldest was dropped")
    }
  }

  /// STREAM-3: never earlier than the server asks.
  private func checkWaits(_ seen: StreamScenario.Seen) throws {
    for wait in seen.waits {
      guard let ended = wait.ended else { continue }
      let length = wait.begun.duration(to: ended)
      guard length >= wait.least, length >= wait.asked else {
        throw broken("EARLY", "came back after \(length), asked for \(wait.asked)")
      }
    }
  }

  private func broken(_ law: String, _ problem: String) -> SimulationFailure {
    SimulationFailure(seed: scenario.world.seed, problem: "\(law): \(problem)")
  }
}
