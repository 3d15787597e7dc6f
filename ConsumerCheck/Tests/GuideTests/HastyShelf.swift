import Maru

/// The shelf as one writes it first.
actor HastyShelf {
  private let executor: (any TaskExecutor)?
  private let load: @Sendable () async throws -> Int
  private var kept: Int?
  private var running: Task<Int, any Error>?

  init(executor: (any TaskExecutor)?, load: @escaping @Sendable () async throws -> Int) {
    self.executor = executor
    self.load = load
  }

  func value() async throws -> Int {
    if let kept { return kept }
    if let running {
      return try await Waiting.for("somebody else's load") { try await running.value }
    }
    let task = Task(executorPreference: executor) { [load] in try await load() }
    running = task
    defer { running = nil }
    let value = try await task.value
    kept = value
    return value
  }

  /// From now on nobody is given what was known until now.
  func forget() {
    kept = nil
  }
}
