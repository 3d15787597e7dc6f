import Foundation
import MaruSystem
import Testing

@Suite struct `Work that blocks` {
  private struct Refusal: Error, Equatable { let number: Int }

  @Test func `returns a value`() async {
    let value = await BlockingWork.value { 6 * 7 }
    #expect(value == 42)
  }

  @Test func `throws what it threw, in its own type`() async {
    do throws(Refusal) {
      try await BlockingWork.value { () throws(Refusal) in throw Refusal(number: 7) }
      Issue.record("expected an error")
    } catch {
      #expect(error == Refusal(number: 7))
    }
  }

  @Test func `holds no thread of Swift's pool while it waits for other work`() async {
    // More than there are processors: on the pool they would wait for each other for ever.
    let count = 64
    let arrived = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count {
        group.addTask {
          await BlockingWork.value {
            arrived.withLock { $0 += 1 }
            while arrived.withLock({ $0 }) < count { sched_yield() }
          }
        }
      }
    }
    #expect(arrived.withLock { $0 } == count)
  }
}
