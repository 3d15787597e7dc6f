internal import MaruSystem

/// Shows that the tour is alive whenever something takes longer than a second.
package final class Progress: Sendable {
  private let terminal: Terminal
  private let reason = Locked("")

  /// Shows it there.
  package init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  /// Says what is being waited for from now on.
  package func note(_ reason: String) {
    self.reason.withLock { $0 = reason }
  }

  /// Runs something, and shows how long it has been running once that is more than a second.
  package func whileRunning<Value: Sendable>(
    _ label: String, _ work: () async throws -> Value
  ) async rethrows -> Value {
    note("")
    async let _: Void = tick(label)
    defer { terminal.endProgress() }
    // Leaving the scope cancels the child that counts and waits for it.
    return try await work()
  }

  private func tick(_ label: String) async {
    var seconds = 0
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      seconds += 1
      let reason = reason.withLock { $0 }
      let text = "  \(label), \(seconds) s" + (reason.isEmpty ? " …" : ": \(reason) …")
      // A log gets a line where a person gets a clock.
      if !terminal.progress(text), seconds == 1 || seconds % 10 == 0 { terminal.note(text) }
    }
  }
}
