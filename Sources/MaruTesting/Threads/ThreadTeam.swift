internal import MaruSystem
internal import class Foundation.ProcessInfo

/// A few threads that do one piece of work together.
enum ThreadTeam {
  /// How many threads the machine can run at once, now.
  static var processorCount: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// Runs `work` on so many threads at once, the caller's among them, and returns when all are done.
  ///
  /// Where the system has no thread left there are fewer of them, so the work must be such that one
  /// of them alone gets it done.
  static func run(_ count: Int, _ work: @Sendable () -> Void) {
    guard count > 1 else { return work() }
    withoutActuallyEscaping(work) { work in
      let others = (1..<count).compactMap { _ in SystemThread.start(work) }
      work()
      for thread in others { thread.join() }
    }
  }
}
