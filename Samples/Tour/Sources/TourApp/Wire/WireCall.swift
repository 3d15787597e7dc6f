package import Maru

/// One call as it went over the wire, put together from what an observer heard.
package struct WireCall: Hashable, Sendable {
  /// Method and path template.
  package let endpoint: String
  /// What happened, in order: `503`, `waits 1.1 s`, `200`.
  package let trail: [String]
  /// How often it was sent.
  package let attempts: Int
  /// From its start to its end, or to the last that was heard.
  package let took: Duration

  /// Reads a call's events, which are in order.
  package init?(_ events: [CallEvent]) {
    guard let first = events.first, let last = events.last else { return nil }
    endpoint = first.endpoint
    took = first.time.duration(to: last.time)
    var attempts = 0
    var trail: [String] = []
    for event in events {
      if case .attemptStarted(let number) = event.step { attempts = number }
      // 'unreachable' of the last attempt and of the call are one fact.
      if let word = Self.word(for: event.step), word != trail.last || event != last {
        trail.append(word)
      }
    }
    self.attempts = attempts
    self.trail = trail
  }

  private static func word(for step: CallEvent.Step) -> String? {
    switch step {
    case .authorizing(refusal: true): "new credential"
    case .answered(_, let status, _): "\(status)"
    case .attemptFailed(_, let code, _): code.rawValue
    case .redirected(_, toOtherOrigin: true): "other origin"
    case .redirected(_, toOtherOrigin: false): "same origin"
    case .waiting(let delay, _): "waits \(delay.shown)"
    case .ended(.failed(let code, _), attempts: 0): "not sent: \(code.rawValue)"
    case .ended(.failed(let code, _), _): code.rawValue
    case .ended(.cancelled, attempts: 0): "not sent: cancelled"
    case .ended(.cancelled, _): "cancelled"
    default: nil
    }
  }
}
