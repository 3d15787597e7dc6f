public import MaruHTTP

/// Hears every step of every call.
///
/// Called in the call's task, in order for each call, from many tasks at once: it must return at
/// once and must not block. Nothing of a credential, a body, a host, a path value or a query is in
/// an event.
public protocol CallObserver: Sendable {
  /// Hears one step.
  func observe(_ event: CallEvent)
}

/// One step of one call.
public struct CallEvent: Sendable, Hashable {
  /// The call's number within its client, from 1.
  public let call: UInt64
  /// The call's id, which the server logs as well.
  public let requestID: RequestID
  /// Method and path template, as `GET /v1/todos/{}`.
  public let endpoint: String
  /// When it happened.
  public let time: MonotonicInstant
  /// The trace that the call belongs to, if the client makes traces.
  public let trace: TraceParent?
  /// What happened.
  public let step: Step

  /// Makes an event.
  public init(
    call: UInt64, requestID: RequestID, endpoint: String, time: MonotonicInstant,
    trace: TraceParent? = nil, step: Step
  ) {
    self.call = call
    self.requestID = requestID
    self.endpoint = endpoint
    self.time = time
    self.trace = trace
    self.step = step
  }

  /// What can happen to a call.
  @nonexhaustive
  public enum Step: Sendable, Hashable {
    /// It began.
    case started
    /// The provider is asked for a credential; `refusal` says that the last one was refused.
    case authorizing(refusal: Bool)
    /// It is sent for the n-th time, from 1; redirects count.
    case attemptStarted(Int)
    /// An answer's head came.
    case answered(Int, status: Int, metrics: AttemptMetrics)
    /// An answer that was kept is used unasked.
    case servedFromCache
    /// No answer came; the code is the one that the call would fail with.
    case attemptFailed(Int, CallError.Code, metrics: AttemptMetrics?)
    /// The answer sends it elsewhere.
    case redirected(status: Int, toOtherOrigin: Bool)
    /// It waits before it is sent again.
    case waiting(Duration, reason: WaitReason)
    /// It is over, after so many attempts.
    case ended(CallOutcome, attempts: Int)
  }

  /// Why a call waits.
  @nonexhaustive
  public enum WaitReason: String, Sendable, Hashable {
    /// After a failure, by the client's own backoff.
    case backoff
    /// Because the server said when to come back.
    case retryAfter
    /// Because another request with the same key is being worked on.
    case keyInFlight
  }
}

/// How a call ended.
@nonexhaustive
public enum CallOutcome: Sendable, Hashable {
  /// With a value.
  case succeeded(status: Int)
  /// With an error.
  case failed(CallError.Code, CallError.Stage)
  /// Because the caller's task was cancelled.
  case cancelled
}
