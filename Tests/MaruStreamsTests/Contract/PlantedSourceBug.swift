import MaruContract
import MaruStreams
import MaruSystem
import MaruTesting

/// A mistake that a source of events can have.
enum PlantedSourceBug: String, CaseIterable, Sendable {
  case cutsText, deliversTwice, connectsEarly, sharesItsConnection, ignoresTheEarlierPosition
  case forgetsItsPosition, skipsOneAfterALoss, comesBackAtOnce, ignoresTheEnd, ignoresACleanEnd
  case comesBackWhenForbidden, beginsAnew, endsWithoutItsError, outlivesItsReader
  case outlivesItsThrowingReader, connectsWithItsIterator, outlivesItsIterator,
    endsWithItsFirstReader
  case connectsWhenCancelled, hangsWhenCancelled, reportsCancelling, comesBackWhenCancelled
  case throwsSomethingElse, dropsWhenSuspended, boundsWhatHasNoBound, doesNotCount, keepsTheOldest
  case keepsTheNewest, waitsForEver, hearsNoSignOfLife
}

/// A carrier without a network: it plays a script's acts, with one mistake or none.
struct ScriptedCarrier: EventCarrier {
  let script: StreamSourceContract.Script
  let clock: any MonotonicClock
  let executor: any TaskExecutor
  let silence: Duration?
  let bug: PlantedSourceBug?
  let open: Locked<Int>

  func connect(_ connection: EventConnection<StreamSourceEvent>) async throws -> OpeningEnd {
    guard
      bug == .outlivesItsReader || bug == .outlivesItsThrowingReader || bug == .outlivesItsIterator
    else { return try await play(connection) }
    // A task of its own that nobody cancels.
    return try await Task(executorPreference: executor) { try await play(connection) }.value
  }

  private func play(_ connection: EventConnection<StreamSourceEvent>) async throws -> OpeningEnd {
    open.withLock { $0 += 1 }
    defer { open.withLock { $0 -= 1 } }
    var position = Int(connection.lastEventID) ?? 0
    if bug == .forgetsItsPosition { position = 0 }
    if bug == .skipsOneAfterALoss, position > 0 { position += 1 }
    var quiet = Duration.zero
    for act in script(position) {
      switch act {
      case .event(let number):
        quiet = .zero
        connection.opened()
        var event = StreamSourceEvent(number: number)
        if bug == .cutsText { event.text = String(event.text.prefix { $0 != "\n" }) }
        try await connection.deliver(event, id: "\(number)")
        if bug == .deliversTwice { try await connection.deliver(event, id: "\(number)") }
      case .alive: if bug != .hearsNoSignOfLife { quiet = .zero }
      case .pause(let duration):
        quiet += duration
        if let silence, quiet > silence { throw Self.lost }
        try await clock.sleep(until: clock.now().advanced(by: duration))
      case .lose: throw Self.lost
      case .end: return .ended
      case .hold: return try await stayQuiet(upTo: silence)
      case .over: return .noContent
      case .refuse(let status, let wait):
        throw CallError(
          status == 403 ? .forbidden : .unavailable, at: .judgement, reason: "refused",
          status: status, retryAfter: wait)
      }
    }
    return try await stayQuiet(upTo: nil)
  }

  private func stayQuiet(upTo limit: Duration?) async throws -> OpeningEnd {
    let limit = bug == .waitsForEver ? nil : limit
    try await clock.sleep(until: clock.now().advanced(by: limit ?? .seconds(3_600)))
    throw Self.lost
  }

  private static let lost = CallError(.connectionLost, at: .attempt, reason: "lost")
}

extension PlantedSourceBug {
  /// What the machine says, or what the mistake makes of it.
  func decide(
    _ machine: inout ConnectionMachine, _ event: ConnectionMachine.Event
  ) -> ConnectionMachine.Action {
    let action = machine.handle(event)
    switch (self, event, action) {
    case (.comesBackAtOnce, _, .wait): return .wait(least: .zero, jitter: .milliseconds(1))
    case (.ignoresTheEnd, .noContent, _): return .wait(least: .seconds(1), jitter: .zero)
    case (.ignoresACleanEnd, .ended, .finish): return .wait(least: .seconds(1), jitter: .zero)
    case (.comesBackWhenForbidden, .failed, .finish):
      return .wait(least: .seconds(1), jitter: .zero)
    case (.endsWithoutItsError, _, .finish): return .finish(nil)
    default: return action
    }
  }
}
