internal import MaruContract

extension ContractEnvironment {
  /// Ends the wait for `body` even if what is tested does not end.
  func within(
    _ limit: Duration, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let (ends, end) = AsyncStream.makeStream(of: Result<Void, any Error>.self)
    let work = Task(executorPreference: executor) {
      do {
        try await body()
        end.yield(.success(()))
      } catch {
        end.yield(.failure(error))
      }
    }
    let clock = clock
    let watch = Task(executorPreference: executor) {
      guard (try? await clock.sleep(until: clock.now().advanced(by: limit))) != nil else {
        return
      }
      let finding = ContractFinding(
        expected: "an end within \(limit)", found: "a call that goes on")
      end.yield(.failure(finding))
    }
    // Both end soon after: a sleeping watch at once, a hanging call as soon as it can.
    defer {
      watch.cancel()
      work.cancel()
    }
    for await result in ends { return try result.get() }
    throw CancellationError()
  }
}
