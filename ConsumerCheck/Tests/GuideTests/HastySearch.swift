import Maru

/// The search as one writes it first: it cancels, and trusts that this is enough.
actor HastySearch {
  private let clock: any MonotonicClock
  private let executor: (any TaskExecutor)?
  private let ask: @Sendable (String) async throws -> String
  private var running: Task<Void, Never>?
  private(set) var shown: Result<String, any Error>?

  init(
    clock: any MonotonicClock, executor: (any TaskExecutor)?,
    ask: @escaping @Sendable (String) async throws -> String
  ) {
    self.clock = clock
    self.executor = executor
    self.ask = ask
  }

  func type(_ new: String) {
    running?.cancel()
    shown = nil
    running = Task(executorPreference: executor) { [weak self, clock, ask] in
      try? await clock.sleep(until: clock.now().advanced(by: .milliseconds(300)))
      guard !Task.isCancelled, let answer = try? await ask(new) else { return }
      await self?.found(answer)
    }
  }

  private func found(_ answer: String) {
    shown = .success(answer)
  }
}
