public import MaruContract
internal import MaruHTTP

/// Writes a line for each step of each call.
///
/// ```
/// 7 3f2a… GET /v1/todos/{} attempt 1: 200 in 12.4 ms
/// ```
public struct CallLog: CallObserver {
  private let write: @Sendable (String) -> Void

  /// Hands lines to `write`, which must return at once; it is called from many tasks.
  public init(write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// Writes one step.
  public func observe(_ event: CallEvent) {
    write(Self.line(for: event))
  }

  /// The line for a step; no secret is in it, as none is in an event.
  public static func line(for event: CallEvent) -> String {
    "\(event.call) \(event.requestID) \(event.endpoint) \(text(for: event.step))"
  }

  private static func text(for step: CallEvent.Step) -> String {
    switch step {
    case .started: return "started"
    case .authorizing(let refusal):
      return refusal ? "asks for another credential" : "asks for a credential"
    case .attemptStarted(let number): return "attempt \(number) starts"
    case .answered(let number, let status, let metrics):
      return "attempt \(number): \(status)\(metrics.total.map { " in \(milliseconds($0))" } ?? "")"
    case .servedFromCache: return "uses a kept answer"
    case .attemptFailed(let number, let code, _): return "attempt \(number): \(code.rawValue)"
    case .redirected(let status, let toOtherOrigin):
      return "redirected by \(status)\(toOtherOrigin ? " to another origin" : "")"
    case .waiting(let delay, let reason):
      return "waits \(milliseconds(delay)) (\(reason.rawValue))"
    case .ended(let outcome, let attempts):
      return "\(text(for: outcome)) after \(attempts) \(attempts == 1 ? "attempt" : "attempts")"
    }
  }

  private static func text(for outcome: CallOutcome) -> String {
    switch outcome {
    case .succeeded(let status): "succeeded with \(status)"
    case .failed(let code, let stage): "failed with \(code.rawValue) at \(stage.rawValue)"
    case .cancelled: "was cancelled"
    }
  }

  private static func milliseconds(_ duration: Duration) -> String {
    let tenths = (min(duration.wholeNanoseconds, .max - 50_000) + 50_000) / 100_000
    return "\(tenths / 10).\(tenths % 10) ms"
  }
}
