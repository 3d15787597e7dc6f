internal import MaruContract
internal import MaruHTTP

// How a call fails, and what it says of a write.
extension CallMachine {
  var stage: CallError.Stage {
    switch state {
    case .idle: .preparation
    case .authorizing: .authorization
    case .attempting: .attempt
    case .waiting: .waiting
    case .decoding, .ended: .decoding
    }
  }

  /// Where an answer that has come breaks: while it is judged, read or written to a file.
  func stage(of code: CallError.Code) -> CallError.Stage {
    if code == .storageFailed { return .storing }
    return state == .attempting ? .judgement : .decoding
  }

  mutating func fail(
    _ code: CallError.Code, at stage: CallError.Stage, _ reason: String, status: Int? = nil,
    retryAfter: Duration? = nil, problem: ProblemDetails? = nil, cause: (any Error)? = nil
  ) -> Action {
    state = .ended
    var failure = failure(
      code, at: stage, reason, status: status, retryAfter: retryAfter, cause: cause)
    failure.problem = problem
    return .fail(failure)
  }

  func failure(
    _ code: CallError.Code, at stage: CallError.Stage, _ reason: String, status: Int? = nil,
    retryAfter: Duration? = nil, cause: (any Error)? = nil
  ) -> Failure {
    Failure(
      code: code, stage: stage, reason: reason, status: status, retryAfter: retryAfter,
      outcome: outcome, problem: nil, cause: cause)
  }

  /// AUTH-7: nothing goes out, and nothing is handed out, for an account that is gone.
  mutating func withdrawn(_ end: CredentialEnd, isSent: Bool) -> Action {
    if state == .attempting {
      if isSent { mayBeDone = true } else { attempts -= 1 }
    }
    switch end {
    case .refused:
      return fail(.credentialRefused, at: .authorization, "the session has ended")
    case .signedOut:
      return fail(.signedOut, at: stage, "the account was signed out while the call was running")
    }
  }

  /// FAIL-6, for a failure that says nothing by itself.
  private var outcome: WriteOutcome? {
    if facts.method.isSafe { return nil }
    if mayBeDone { return .unknown }
    return wasTurnedAway ? .refused : .notSent
  }

  /// FAIL-6: a 4xx means that nothing was done, unless an earlier attempt may have done it.
  func outcome(ofRefusal refusal: Refusal) -> WriteOutcome? {
    if facts.method.isSafe { return nil }
    guard (400..<500).contains(refusal.status) else { return .unknown }
    guard mayBeDone else { return .refused }
    // With a key, these are the answer to the first request, kept by the server.
    switch refusal.status {
    case 400, 404, 409, 410, 412, 422: return facts.hasKey ? .refused : .unknown
    default: return .unknown
    }
  }
}
