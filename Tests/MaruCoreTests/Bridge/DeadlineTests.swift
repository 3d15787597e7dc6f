import MaruContract
import MaruCore
import MaruSystem
import MaruTesting
import Testing

@Suite struct DeadlineTests {
  @Test func `a deadline ends the wait whatever the work does`() throws {
    try seeds.explore { world in
      let random = world.random
      let limit = random.milliseconds(1...30)
      let takes = random.milliseconds(0...60)
      let isDeaf = random.happens(percent: 50)
      let cancelAfter = random.happens(percent: 30) ? random.milliseconds(0...60) : nil
      let ends = Locked<[String]>([])
      let left = Locked(0)
      try world.run {
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            let begun = world.clock.now()
            var leftWork: LeftWork?
            do {
              let value = try await withDeadline(
                limit, clock: world.clock, executor: world, left: { _ in left.withLock { $0 += 1 } }
              ) {
                if isDeaf {
                  // A sleep that does not hear its task being cancelled.
                  await Task(executorPreference: world) { try? await world.sleep(for: takes) }.value
                } else {
                  try await world.sleep(for: takes)
                }
                return 7
              }
              ends.withLock { $0.append("value \(value)") }
            } catch let error as DeadlineExceeded {
              leftWork = error.work
              ends.withLock { $0.append("deadline") }
            } catch {
              ends.withLock { $0.append(error is CancellationError ? "cancelled" : "\(error)") }
            }
            let waited = begun.duration(to: world.clock.now())
            let patience = min(limit, cancelAfter ?? limit)
            if waited > patience { ends.withLock { $0.append("waited \(waited)") } }
            await leftWork?.ended()
            if leftWork?.isRunning == true { ends.withLock { $0.append("still running") } }
          }
          if let cancelAfter {
            try? await world.sleep(for: cancelAfter)
            group.cancelAll()
          }
        }
      }
      let seen = ends.withLock { $0 }
      let first = min(limit, cancelAfter ?? limit)
      guard seen.count == 1, let end = seen.first else {
        throw SimulationFailure(seed: world.seed, problem: "expected one end, found \(seen)")
      }
      guard takes >= first || end == "value 7", takes <= first || end != "value 7" else {
        throw SimulationFailure(seed: world.seed, problem: "takes \(takes) of \(first): \(end)")
      }
      guard !(end == "cancelled" && cancelAfter == nil) else {
        throw SimulationFailure(seed: world.seed, problem: "cancelled by nobody")
      }
      guard left.withLock({ $0 }) <= (end == "value 7" ? 0 : 1) else {
        throw SimulationFailure(seed: world.seed, problem: "told of work that was not left")
      }
    }
  }

  @Test func `the error says that the work is still running, and when it is not any more`() throws {
    let world = SimulatedWorld(seed: 1)
    try world.run {
      do {
        try await withDeadline(.milliseconds(10), clock: world.clock, executor: world) {
          await Task(executorPreference: world) { try? await world.sleep(for: .seconds(1)) }.value
        }
        Issue.record("it came back")
      } catch let error as DeadlineExceeded {
        #expect(error.work.isRunning && "\(error)".contains("still running"))
        await error.work.ended()
        #expect(!error.work.isRunning && "\(error)".contains("has ended"))
      }
    }
  }

  @Test func `the work has the caller's task-local values`() async throws {
    let value = try await Marked.$mark.withValue(7) {
      try await withDeadline(.seconds(1), clock: ManualClock()) { Marked.mark }
    }
    #expect(value == 7)
  }

  private enum Marked {
    @TaskLocal static var mark = 0
  }
}
