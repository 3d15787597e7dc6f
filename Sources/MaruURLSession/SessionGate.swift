internal import MaruContract
internal import MaruSystem

/// Counts the calls that are under way, and lets none in after shutdown.
final class SessionGate: Sendable {
  private struct State {
    var inside = 0
    var isClosed = false
    var isEndingAll = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Locked(State())

  static let shutDown = TransportFailure(
    .shutDown, arrival: .impossible, reason: "the transport has been shut down")

  /// Lets a call in; false after shutdown.
  func enter() -> Bool {
    state.withLock { state in
      if state.isClosed { return false }
      state.inside += 1
      return true
    }
  }

  /// A call is over.
  func leave() {
    let waiting = state.withLock { state in
      state.inside -= 1
      guard state.inside == 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Whether running calls are to end at once.
  var isEndingAll: Bool { state.withLock { $0.isEndingAll } }

  /// Lets no more calls in.
  func close(endingAll: Bool) {
    state.withLock { state in
      state.isClosed = true
      if endingAll { state.isEndingAll = true }
    }
  }

  /// Waits until no call is inside.
  func waitUntilEmpty() async {
    await withCheckedContinuation { continuation in
      let isEmpty = state.withLock { state in
        if state.inside > 0 { state.waiting.append(continuation) }
        return state.inside == 0
      }
      if isEmpty { continuation.resume() }
    }
  }
}
