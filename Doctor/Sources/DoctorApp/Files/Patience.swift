internal import Foundation
internal import MaruSystem

/// Says on the error stream that something takes its time, once it has taken a second.
final class Patience: Sendable {
  private let isOver = Locked(false)
  private let wakeUp = NSCondition()

  init(_ work: String, say: @escaping @Sendable (String) -> Void) {
    let start = ProcessInfo.processInfo.systemUptime
    let thread = Thread { [self] in
      var next = 1.0
      while wait(until: start + next) {
        say("maru: \(TerminalStyle.withoutControls(work)), \(Int(next)) s …\n")
        // Told more seldom the longer it takes: a log is not filled.
        next *= 2
      }
    }
    thread.start()
  }

  /// Whether the moment came before the end did.
  private func wait(until uptime: Double) -> Bool {
    wakeUp.lock()
    defer { wakeUp.unlock() }
    while !isOver.withLock({ $0 }) {
      let left = uptime - ProcessInfo.processInfo.systemUptime
      if left <= 0 { return true }
      _ = wakeUp.wait(until: Date(timeIntervalSinceNow: left))
    }
    return false
  }

  func end() {
    wakeUp.lock()
    isOver.withLock { $0 = true }
    wakeUp.broadcast()
    wakeUp.unlock()
  }
}
