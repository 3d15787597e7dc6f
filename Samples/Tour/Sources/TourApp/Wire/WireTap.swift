package import Maru
internal import MaruSystem

/// Hears the calls of the tour's clients, so that each chapter can show what it sent.
package final class WireTap: Sendable {
  private struct Name: Hashable {
    let client: Int
    let call: UInt64
  }
  private struct State {
    var clients = 0
    var order: [Name] = []
    var events: [Name: [CallEvent]] = [:]
  }
  private let state = Locked(State())

  /// Has heard nothing yet.
  package init() {}

  /// An observer for one client: calls are numbered within their client.
  package func observer() -> any CallObserver {
    let number = state.withLock { state in
      state.clients += 1
      return state.clients
    }
    return Observer(tap: self, client: number)
  }

  private struct Observer: CallObserver {
    let tap: WireTap
    let client: Int

    func observe(_ event: CallEvent) {
      let name = Name(client: client, call: event.call)
      tap.state.withLock { state in
        if state.events[name] == nil { state.order.append(name) }
        state.events[name, default: []].append(event)
      }
    }
  }

  /// Forgets what was heard.
  package func clear() {
    state.withLock { state in
      state.order = []
      state.events = [:]
    }
  }

  /// The calls heard, in the order in which they began.
  package var calls: [WireCall] { stories.compactMap(WireCall.init) }

  /// The steps of each call heard.
  package var stories: [[CallEvent]] {
    state.withLock { state in state.order.compactMap { state.events[$0] } }
  }
}

extension [CallEvent] {
  /// How long a call waited between the end of one attempt and the start of the next.
  package func pause(beforeAttempt number: Int) -> Duration? {
    let end = first { event in
      switch event.step {
      case .answered(number - 1, _, _), .attemptFailed(number - 1, _, _): true
      default: false
      }
    }
    let start = first { $0.step == .attemptStarted(number) }
    guard let end, let start else { return nil }
    return end.time.duration(to: start.time)
  }
}
