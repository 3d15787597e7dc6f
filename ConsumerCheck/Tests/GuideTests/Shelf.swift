import Maru

/// Keeps what a server has said, so that many who ask cause one load.
actor Shelf {
  private let executor: (any TaskExecutor)?
  private let load: @Sendable () async throws -> Int
  private var kept: Int?
  private var running: Task<Int, any Error>?
  private var generation = 0

  init(executor: (any TaskExecutor)?, load: @escaping @Sendable () async throws -> Int) {
    self.executor = executor
    self.load = load
  }

  func value() async throws -> Int {
    if let kept { return kept }
    if let running {
      return try await Waiting.for("somebody else's load") { try await running.value }
    }
    let mine = generation
    let task = Task(executorPreference: executor) { [load] in try await load() }
    running = task
    let result = await task.result
    if mine == generation {
      running = nil
      kept = try? result.get()
    }
    return try result.get()
  }

  /// From now on nobody is given what was known until now.
  func forget() {
    generation += 1
    kept = nil
    running = nil
  }
}
