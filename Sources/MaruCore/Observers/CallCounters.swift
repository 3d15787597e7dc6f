public import MaruContract
internal import MaruSystem

/// Counts what calls come to, for a metrics system to read.
public final class CallCounters: CallObserver {
  /// The counts so far.
  public struct Counts: Sendable, Hashable {
    /// Calls that began.
    public var started = 0
    /// Calls that ended with a value.
    public var succeeded = 0
    /// Calls that ended because their caller was cancelled; these are no failures.
    public var cancelled = 0
    /// Calls that ended with an error, by code.
    public var failed: [CallError.Code: Int] = [:]
    /// Requests sent.
    public var attempts = 0
    /// Waits before sending again.
    public var retries = 0
    /// Credentials that a server refused.
    public var refusals = 0
    /// Redirects followed.
    public var redirects = 0
    /// Kept answers that were used unasked.
    public var servedFromCache = 0
    /// Answers by status.
    public var statuses: [Int: Int] = [:]
  }

  private let state = Locked(Counts())

  /// Starts at zero.
  public init() {}

  /// The counts at this moment.
  public var counts: Counts { state.withLock { $0 } }

  /// Counts one step.
  public func observe(_ event: CallEvent) {
    state.withLock { counts in
      switch event.step {
      case .started: counts.started += 1
      case .authorizing(let refusal): counts.refusals += refusal ? 1 : 0
      case .attemptStarted: counts.attempts += 1
      case .answered(_, let status, _): counts.statuses[status, default: 0] += 1
      case .servedFromCache: counts.servedFromCache += 1
      case .attemptFailed: break
      case .redirected: counts.redirects += 1
      case .waiting: counts.retries += 1
      case .ended(.succeeded, _): counts.succeeded += 1
      case .ended(.cancelled, _): counts.cancelled += 1
      case .ended(.failed(let code, _), _): counts.failed[code, default: 0] += 1
      }
    }
  }
}
