import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

/// An API that calls back as it likes, and a caller that may lose patience (BRIDGE-1).
struct CallbackScenario {
  struct Failure: Error, Equatable { var number: Int }

  /// What has been seen, in the order in which it was.
  struct Seen {
    var calls = 0
    var ends: [String] = []
    var dropped: [DroppedCallback] = []
    var cancelled = 0
    var started = 0
  }

  let world: SimulatedWorld
  /// What stands between the caller and the API; a test plants mistakes here.
  var bridge: Bridge = Self.honest

  typealias Bridge =
    @Sendable (
      SimulatedWorld, Duration, @escaping @Sendable (DroppedCallback) -> Void,
      _ start: @escaping @Sendable (Callback<Int>) throws -> Int,
      _ cancel: @escaping @Sendable (Int) -> Void
    ) async throws -> Int

  static let honest: Bridge = { world, timeout, dropped, start, cancel in
    try await withCallback(
      timeout: timeout, clock: world.clock, executor: world, dropped: dropped, start: start,
      cancel: cancel)
  }

  func run() throws {
    let random = world.random
    let timeout = random.milliseconds(1...40)
    // When each call comes; before the API has returned, at any time, or after everything.
    let delays = (0..<random.integer(in: 0...3)).map { _ in
      random.happens(percent: 20) ? nil : random.milliseconds(0...60)
    }
    let fails = random.happens(percent: 30)
    let failsToStart = random.happens(percent: 10)
    let cancelAfter = random.happens(percent: 30) ? random.milliseconds(0...60) : nil
    let keepsIt = random.happens(percent: 50)
    let seen = Locked(Seen())
    let world = world
    let bridge = bridge
    let begun = world.clock.now()
    let kept = Locked<Callback<Int>?>(nil)

    try world.run {
      await withTaskGroup(of: Void.self) { group in
        let (early, late) = (delays.filter { $0 == nil }, delays.compactMap { $0 })
        let call: @Sendable (Callback<Int>) -> Void = { callback in
          let number = seen.withLock { seen in
            seen.calls += 1
            return seen.calls
          }
          world.note("call \(number)")
          callback.resume(
            with: fails ? .failure(Failure(number: number)) : .success(number))
        }
        let start: @Sendable (Callback<Int>) throws -> Int = { callback in
          seen.withLock { $0.started += 1 }
          for _ in early { call(callback) }
          for delay in late {
            _ = Task(executorPreference: world) {
              try await world.sleep(for: delay)
              call(callback)
            }
          }
          if keepsIt { kept.withLock { $0 = callback } }
          if failsToStart { throw Failure(number: 0) }
          return 7
        }
        group.addTask {
          let end: String
          do {
            let value = try await bridge(
              world, timeout, { dropped in seen.withLock { $0.dropped.append(dropped) } }, start,
              { token in seen.withLock { $0.cancelled += token == 7 ? 1 : 100 } })
            end = "value \(value)"
          } catch is CancellationError {
            end = "cancelled"
          } catch let failure as Failure {
            end = failure.number == 0 ? "not started" : "failure \(failure.number)"
          } catch CallbackFailure.timedOut {
            end = "timed out"
          } catch CallbackFailure.neverCalled {
            end = "never called"
          } catch {
            end = "\(error)"
          }
          let after = begun.duration(to: world.clock.now())
          world.note("ended: \(end) after \(after)")
          seen.withLock { $0.ends.append(end) }
        }
        if let cancelAfter {
          try? await world.sleep(for: cancelAfter)
          group.cancelAll()
        }
      }
    }
    kept.withLock { $0 = nil }
    try check(
      seen.withLock { $0 }, timeout: timeout, delays: delays, fails: fails,
      failsToStart: failsToStart, cancelAfter: cancelAfter, keepsIt: keepsIt)
  }

  private func check(
    _ seen: Seen, timeout: Duration, delays: [Duration?], fails: Bool, failsToStart: Bool,
    cancelAfter: Duration?, keepsIt: Bool
  ) throws {
    guard seen.ends.count == 1, let end = seen.ends.first else {
      throw broken("expected one end, found \(seen.ends)")
    }
    if seen.started == 0 {
      guard end == "cancelled", seen.calls == 0 else { throw broken("not started, but \(end)") }
      return
    }
    // Each call either counts or is dropped and told.
    let counted = end.hasPrefix("value") || end.hasPrefix("failure") ? 1 : 0
    // A call before 'start' threw was the first; the error of 'start' stands for both.
    let before = end == "not started" && delays.contains(nil) ? 1 : 0
    guard seen.calls == counted + before + seen.dropped.count else {
      throw broken("\(seen.calls) calls, \(counted) counted, \(seen.dropped.count) told")
    }
    guard counted == 0 || end == (fails ? "failure 1" : "value 1") else {
      throw broken("another call than the first counted: \(end)")
    }
    guard seen.cancelled == (counted == 1 || end == "not started" ? 0 : 1) else {
      throw broken("ended with \(end), and the API was cancelled \(seen.cancelled) times")
    }
    let firstCall = delays.map { $0 ?? .zero }.min()
    let limit = min(timeout, cancelAfter ?? .seconds(1_000))
    if failsToStart, end != "not started" { throw broken("start has thrown, but \(end)") }
    guard !failsToStart else { return }
    if let firstCall, firstCall < limit, counted == 0 { throw broken("called in time, but \(end)") }
    if counted == 1, let firstCall, firstCall > limit { throw broken("called late, but \(end)") }
    if end == "never called", keepsIt { throw broken("it was kept, but \(end)") }
    if delays.isEmpty, !keepsIt, cancelAfter ?? .seconds(1) > .zero, end != "never called" {
      throw broken("let go without a call, but \(end)")
    }
    if end == "timed out", timeout > limit { throw broken("timed out after it was cancelled") }
    if end == "cancelled", cancelAfter == nil { throw broken("cancelled by nobody") }
  }

  private func broken(_ problem: String) -> SimulationFailure {
    SimulationFailure(seed: world.seed, problem: problem)
  }
}

@Suite struct CallbackLawTests {
  @Test func `a callback's wait ends once in every world`() throws {
    try seeds.explore { try CallbackScenario(world: $0).run() }
  }

  /// Bridges as they are written by hand, and as they go wrong: each must be found.
  enum PlantedMistake: String, CaseIterable, Sendable {
    case noTimeout, deafToCancelling, cancelsTwice, forgetsToCancel, tellsNothing, keepsTheCallback

    var bridge: CallbackScenario.Bridge {
      let honest = CallbackScenario.honest
      return switch self {
      case .noTimeout:
        { try await honest($0, .seconds(100), $2, $3, $4) }
      case .deafToCancelling:
        { world, timeout, dropped, start, cancel in
          // A task of its own that nobody cancels.
          try await Task(executorPreference: world) {
            try await honest(world, timeout, dropped, start, cancel)
          }.value
        }
      case .cancelsTwice:
        { world, timeout, dropped, start, cancel in
          try await honest(world, timeout, dropped, start) {
            cancel($0)
            cancel($0)
          }
        }
      case .forgetsToCancel:
        { world, timeout, dropped, start, _ in
          try await honest(world, timeout, dropped, start) { _ in }
        }
      case .tellsNothing:
        { world, timeout, _, start, cancel in
          try await honest(world, timeout, { _ in }, start, cancel)
        }
      case .keepsTheCallback:
        { world, timeout, dropped, start, cancel in
          let kept = Locked<Callback<Int>?>(nil)
          return try await honest(
            world, timeout, dropped,
            {
              let callback = $0
              kept.withLock { $0 = callback }
              return try start(callback)
            }, cancel)
        }
      }
    }
  }

  @Test(arguments: PlantedMistake.allCases)
  func `a bridge that goes wrong is found`(mistake: PlantedMistake) throws {
    let failure = firstFailure(seeds: 0..<1_000) { world in
      try CallbackScenario(world: world, bridge: mistake.bridge).run()
    }
    #expect(failure != nil, "no world shows it")
  }

  /// The same on the system's threads, for the thread sanitizer: calls and cancelling race for real.
  @Test func `threads that call at once end it once`() async throws {
    let clock = ManualClock()
    for round in 0..<300 {
      let dropped = Locked(0)
      let task = Task {
        try await withCallback(
          timeout: .seconds(1), clock: clock, dropped: { _ in dropped.withLock { $0 += 1 } }
        ) { (callback: Callback<Int>) in
          for number in 0..<4 {
            _ = Task { await BlockingWork.run { callback.resume(returning: number) } }
          }
        }
      }
      if round.isMultiple(of: 3) { task.cancel() }
      if round.isMultiple(of: 5) { clock.move(to: clock.now().advanced(by: .seconds(2))) }
      switch await task.result {
      case .success(let value): #expect((0..<4).contains(value))
      case .failure(let error): #expect(error is CancellationError || error is CallbackFailure)
      }
      #expect(dropped.withLock { $0 } <= 4)
    }
  }
}
