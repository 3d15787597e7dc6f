/// Work that blocks a thread for long: not one of Swift's pool, which has no more than there are
/// processors.
public enum BlockingWork {
  /// Runs `work` on a thread that lives as long as it, and returns when it is done.
  ///
  /// Cancelling does not end it. Where the system has no thread left it runs on the caller's.
  public static func run(_ work: @escaping @Sendable () -> Void) async {
    await withCheckedContinuation { continuation in
      let isStarted = start {
        work()
        continuation.resume()
      }
      guard !isStarted else { return }
      work()
      continuation.resume()
    }
  }

  /// Runs `work` as ``run(_:)`` does, and returns or throws what it does.
  public static func value<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
      let finish: @Sendable () -> Void = {
        continuation.resume(returning: Result { () throws(Failure) in try work() })
      }
      if !start(finish) { finish() }
    }
    return try result.get()
  }

  private static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = SystemThread.start(run) else { return false }
    thread.letGo()
    return true
  }
}
