internal import MaruContract
internal import MaruSystem

/// Tells changes of connections to whoever listens.
final class StateBoard: Sendable {
  private struct State {
    var lastNumber = 0
    var listeners: [Int: AsyncStream<ConnectionState>.Continuation] = [:]
  }
  private let state = Locked(State())

  deinit {
    for listener in state.withLock({ $0.listeners.values }) { listener.finish() }
  }

  func subscribe() -> AsyncStream<ConnectionState> {
    let (stream, continuation) = AsyncStream<ConnectionState>.makeStream(
      bufferingPolicy: .bufferingNewest(16))
    let number = state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = continuation
      return state.lastNumber
    }
    // Weak: a listener must not keep alive what it waits for.
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  func post(_ change: ConnectionState) {
    let listeners = state.withLock { state in
      state.listeners.sorted { $0.key < $1.key }.map(\.value)
    }
    for listener in listeners { listener.yield(change) }
  }
}
