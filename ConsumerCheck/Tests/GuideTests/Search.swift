import Maru

/// Searches while somebody types: one request for what stands still, and never an answer to what has
/// been typed over.
actor Search<Answer: Sendable> {
  private let pause: Duration
  private let life: Duration
  private let clock: any MonotonicClock
  private let executor: (any TaskExecutor)?
  private let ask: @Sendable (String) async throws -> Answer
  private var text = ""
  private var running: Task<Void, Never>?
  private var kept: [String: (answer: Answer, until: MonotonicInstant)] = [:]
  /// What belongs to the text that stands there now; nil until it is known.
  private(set) var shown: Result<Answer, any Error>?

  /// - Parameters:
  ///   - pause: how long a text must stand still before it is asked for.
  ///   - life: how long an answer is good for the same text.
  init(
    pause: Duration, life: Duration, clock: any MonotonicClock, executor: (any TaskExecutor)?,
    ask: @escaping @Sendable (String) async throws -> Answer
  ) {
    self.pause = pause
    self.life = life
    self.clock = clock
    self.executor = executor
    self.ask = ask
  }

  deinit { running?.cancel() }

  func type(_ new: String) {
    guard new != text else { return }
    text = new
    // The call ends with its task, and its connection with the call.
    running?.cancel()
    running = nil
    // What is shown belongs to the old text.
    shown = nil
    let now = clock.now()
    kept = kept.filter { $0.value.until > now }
    if let hit = kept[new] {
      shown = .success(hit.answer)
      return
    }
    guard !new.isEmpty else { return }
    running = Task(executorPreference: executor) { [weak self, pause, clock, ask] in
      do {
        try await clock.sleep(until: now.advanced(by: pause))
        let answer = try await ask(new)
        await self?.found(.success(answer), for: new)
      } catch is CancellationError {
        // Typed over: nobody waits for it.
      } catch {
        await self?.found(.failure(error), for: new)
      }
    }
  }

  private func found(_ result: Result<Answer, any Error>, for asked: String) {
    if case .success(let answer) = result {
      kept[asked] = (answer, clock.now().advanced(by: life))
    }
    // Cancelling does not call back an answer that was already on its way.
    guard asked == text else { return }
    shown = result
  }
}
