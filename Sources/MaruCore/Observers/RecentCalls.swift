public import MaruContract
internal import MaruSystem

/// Keeps the last calls with their steps, for a console inside the app.
public final class RecentCalls: CallObserver {
  /// One call.
  public struct Call: Sendable, Identifiable {
    /// The call's number within its client.
    public let id: UInt64
    /// The call's request id.
    public let requestID: RequestID
    /// Method and path template.
    public let endpoint: String
    /// Its steps in order, at most 64; what comes after is dropped.
    public fileprivate(set) var steps: [CallEvent]

    /// How it ended; nil while it runs.
    public var outcome: CallOutcome? {
      if case .ended(let outcome, _) = steps.last?.step { outcome } else { nil }
    }

    /// From its first step to its last.
    public var duration: Duration {
      guard let first = steps.first, let last = steps.last else { return .zero }
      return first.time.duration(to: last.time)
    }
  }

  private static let maximumSteps = 64
  private let capacity: Int
  private let state: Locked<(order: [UInt64], calls: [UInt64: Call])>

  /// Keeps so many calls, the newest; 50 fill a screen.
  public init(capacity: Int = 50) {
    self.capacity = max(capacity, 1)
    state = Locked((order: [], calls: [:]))
  }

  /// The calls kept, the newest first.
  public var calls: [Call] {
    state.withLock { state in state.order.reversed().compactMap { state.calls[$0] } }
  }

  /// Keeps one step.
  public func observe(_ event: CallEvent) {
    state.withLock { state in
      if state.calls[event.call] == nil {
        guard case .started = event.step else { return }
        if state.order.count == capacity { state.calls[state.order.removeFirst()] = nil }
        state.order.append(event.call)
        state.calls[event.call] = Call(
          id: event.call, requestID: event.requestID, endpoint: event.endpoint, steps: [])
      }
      if state.calls[event.call]?.steps.count == Self.maximumSteps {
        // How it ended is worth more than the step before.
        guard case .ended = event.step else { return }
        state.calls[event.call]?.steps.removeLast()
      }
      state.calls[event.call]?.steps.append(event)
    }
  }
}
