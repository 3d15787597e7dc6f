import Foundation
import MaruSystem
import Testing

@Suite struct `A locked value` {
  @Test func `is touched by one thread at a time`() async {
    let counts = Locked([Int: Int]())
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<16 {
        group.addTask {
          for step in 0..<5000 {
            counts.withLock { $0[(task + step) % 7, default: 0] += 1 }
          }
        }
      }
    }
    #expect(counts.withLock { $0.values.reduce(0, +) } == 80_000)
  }

  @Test func `is touched by one of many threads at a time`() async {
    let total = Locked(0)
    let finished = AsyncStream<Void>.makeStream()
    for _ in 0..<32 {
      let thread = Thread {
        for _ in 0..<2000 { total.withLock { $0 += 1 } }
        finished.continuation.yield()
      }
      thread.start()
    }
    var count = 0
    for await _ in finished.stream {
      count += 1
      if count == 32 { break }
    }
    #expect(total.withLock { $0 } == 64_000)
  }

  @Test func `is free again when the body throws`() {
    struct Failure: Error {}
    let value = Locked(1)
    #expect(throws: Failure.self) {
      try value.withLock { value throws(Failure) in
        value = 2
        throw Failure()
      }
    }
    #expect(value.withLock { $0 } == 2)
  }

  @Test func `goes away with its lock`() {
    final class Marker: Sendable {}
    weak var marker: Marker?
    for _ in 0..<100 {
      let held = Marker()
      marker = held
      let value = Locked<Marker?>(held)
      _ = value.withLock { $0 }
    }
    #expect(marker == nil)
  }

  @Test func `is reflected without its value, which would be read without the lock`() {
    var dumped = ""
    dump(Locked("s3cr3t"), to: &dumped)
    #expect(!dumped.contains("s3cr3t"))
    #expect(Mirror(reflecting: Locked("s3cr3t")).children.isEmpty)
  }
}
