package import MaruContract
package import MaruHTTP

/// What is settled before a call begins and never changes.
package struct CallFacts: Sendable {
  /// The method that the endpoint has; a redirect can change the request's, not this.
  package var method: RequestMethod
  /// Whether the call may reach the server twice.
  package var isRepeatable: Bool
  /// Whether an idempotency key goes with it.
  package var hasKey: Bool
  /// Whether its body can be sent again.
  package var isRestartable: Bool
  /// Whether what has come of its answer counts when it is sent again.
  package var isResumable = false
  package var credential: CredentialNeed
  /// When everything must be over.
  package var deadline: MonotonicInstant
  package var attemptLimit: Duration
  package var maximumRedirects: Int
}

/// What one attempt came to, seen by the judge.
package enum Answer: Sendable {
  /// A 2xx whose body fits the promise.
  case fit(status: Int)
  /// A redirect; the rule has said where to, or why not.
  case redirect(status: Int, Redirect)
  /// A status that says no.
  case refusal(Refusal)
  /// A 2xx that is not what was promised.
  case unfit(CallError.Code, status: Int, reason: String)
  /// A part that does not fit to what is there, which is gone now.
  case stalePart(status: Int)
}

/// Where a redirect leads.
package enum Redirect: Sendable {
  case to(RequestURL, leavesOrigin: Bool, method: RequestMethod, keepsBody: Bool)
  case refused(reason: String)
}

/// What a server says with a 4xx or 5xx.
package struct Refusal: Sendable {
  package var status: Int
  package var retryAfter: Duration?
  package var problem: ProblemDetails?

  package var isKeyInFlight: Bool {
    status == 409 && problem?.type == ProblemDetails.idempotencyKeyInFlight
  }
}

/// What became of asking for a credential.
package enum CredentialAnswer: Sendable {
  /// One to send.
  case fresh
  /// The very one that was refused.
  case same
  /// Nobody is signed in.
  case missing
  /// The server has ended the session.
  case refused
  /// It could not be found out.
  case failed(CallError)
  /// It took longer than the call may.
  case timedOut
}

/// Why a credential that a call has is not sent any more.
package enum CredentialEnd: Sendable {
  /// The server has ended the session.
  case refused
  /// The account was signed out.
  case signedOut
}

/// Why a call fails, before it becomes a `CallError`.
package struct Failure: Sendable {
  package var code: CallError.Code
  package var stage: CallError.Stage
  package var reason: String
  package var status: Int?
  package var retryAfter: Duration?
  package var outcome: WriteOutcome?
  package var problem: ProblemDetails?
  package var cause: (any Error)?
}
