package import MaruContract
internal import MaruHTTP

/// Decides what a call does next: takes what happened and the time, answers with one action.
///
/// A value without clock, network or chance of its own; whoever owns it waits, sends and draws. The
/// rules of RETRY, AUTH-2 and the redirects' order are here and nowhere else.
package struct CallMachine: Sendable {
  /// Where the call stands.
  package enum State: String, Sendable, CaseIterable {
    case idle, authorizing, attempting, waiting, decoding, ended
  }

  /// What can happen.
  package enum Event: Sendable {
    case begin
    case credential(CredentialAnswer)
    case answered(Answer)
    case failed(TransportFailure)
    /// A file's answer broke off; so many of the file's bytes need not come again.
    case interrupted(TransportFailure, keeping: Int)
    case waited
    case budgetRefused
    case decoded
    case undecodable(CallError.Code, reason: String, cause: (any Error)?)
    case cancelled
    case shutDown
    /// Its credential has ended; `isSent` tells whether the present attempt has left.
    case credentialEnded(CredentialEnd, isSent: Bool)
  }

  /// What to do.
  package enum Action: Sendable {
    /// Ask for a credential; `refused` tells that the last one was.
    case authorize(refused: Bool)
    /// Send, for at most so long.
    case attempt(limit: Duration, fresh: Bool)
    /// Send what the redirect asks for.
    case follow(status: Int, Redirect, limit: Duration)
    /// Wait, after paying for a retry where that is due.
    case wait(Wait)
    /// Turn the body into a value.
    case decode
    /// The value is the call's result.
    case succeed
    case fail(Failure)
    /// Throw `CancellationError`.
    case cancel
  }

  /// A wait before the next attempt: `least`, and up to `jitter` more.
  package struct Wait: Sendable {
    package var least: Duration
    package var jitter: Duration
    package var reason: CallEvent.WaitReason
    package var costsRetry: Bool
  }

  package let facts: CallFacts
  package let policy: RetryPolicy
  package internal(set) var state = State.idle
  /// Attempts until now, for errors and events.
  package internal(set) var attempts = 0
  private var retries = 0
  private var keyWaits = 0
  private var redirects = 0
  private var hasRefreshed = false
  private var hasLeftOrigin = false
  private var hasStartedOver = false
  /// The most of a file that was there after an attempt that counts as a step forward.
  private var mostKept = 0
  /// Whether the attempt that just broke off was such a step.
  private var hasGained = false
  /// What an attempt must bring of a file so that the next is not one more of too many. 1 MiB.
  package static let gainThatCounts = 1 << 20
  private var carriesCredential = false
  private var needsFreshConnection = false
  private var lastStatus: Int?
  /// The failure that the call ends with if it can't wait.
  private var pending: Failure?
  /// Whether the server may have done what was asked, for all that we know.
  var mayBeDone = false
  /// Whether the server has answered, so that 'not sent' would be untrue.
  var wasTurnedAway = false

  package init(facts: CallFacts, policy: RetryPolicy) {
    self.facts = facts
    self.policy = policy
  }

  /// Takes what happened and says what to do.
  package mutating func handle(_ event: Event, at now: MonotonicInstant) -> Action {
    switch (state, event) {
    case (.ended, _):
      preconditionFailure("a call that has ended hears nothing more")
    case (_, .cancelled):
      state = .ended
      return .cancel
    case (_, .shutDown):
      if state == .attempting { mayBeDone = true }
      return fail(.shutDown, at: stage, "the client was shut down")
    case (_, .credentialEnded(let end, let isSent)):
      return withdrawn(end, isSent: isSent)
    case (.idle, .begin):
      return authorizeOrAttempt(at: now)
    case (.authorizing, .credential(let answer)):
      return received(answer, at: now)
    case (.attempting, .answered(let answer)):
      return received(answer, at: now)
    case (.attempting, .failed(let failure)):
      return received(failure, at: now)
    case (.attempting, .interrupted(let failure, let bytes)):
      hasGained = bytes - mostKept >= Self.gainThatCounts
      mostKept = max(mostKept, hasGained ? bytes : 0)
      // Each such attempt brings the end nearer, and there are only so many of them in a file.
      if hasGained { retries = 0 }
      return received(failure, at: now)
    case (.waiting, .waited):
      return authorizeOrAttempt(at: now)
    case (.waiting, .budgetRefused):
      state = .ended
      return .fail(pending ?? failure(.unavailable, at: .waiting, "the retry budget is spent"))
    case (.decoding, .decoded):
      state = .ended
      return .succeed
    case (.decoding, .undecodable(let code, let reason, let cause)):
      return fail(code, at: stage(of: code), reason, status: lastStatus, cause: cause)
    default:
      preconditionFailure("a call that is \(state) can't hear \(event)")
    }
  }

  private var wantsCredential: Bool { facts.credential != .none && !hasLeftOrigin }
}

// MARK: Sending

extension CallMachine {
  private mutating func authorizeOrAttempt(at now: MonotonicInstant) -> Action {
    guard wantsCredential else { return attempt(at: now) }
    guard now < facts.deadline else { return late() }
    state = .authorizing
    return .authorize(refused: false)
  }

  private mutating func attempt(at now: MonotonicInstant) -> Action {
    guard let limit = attemptLimit(at: now) else { return late() }
    state = .attempting
    attempts += 1
    let fresh = needsFreshConnection
    needsFreshConnection = false
    return .attempt(limit: limit, fresh: fresh)
  }

  private func attemptLimit(at now: MonotonicInstant) -> Duration? {
    guard now < facts.deadline else { return nil }
    return min(facts.attemptLimit, now.duration(to: facts.deadline))
  }

  private mutating func late() -> Action {
    fail(.deadlineExceeded, at: stage, "the call's time was over")
  }
}

// MARK: What came

extension CallMachine {
  private mutating func received(_ answer: CredentialAnswer, at now: MonotonicInstant) -> Action {
    switch answer {
    case .fresh:
      // A body that can't be sent again leaves nothing to do with the new credential.
      if hasRefreshed, attempts > 0, !facts.isRestartable { return refusedCredential() }
      carriesCredential = true
      return attempt(at: now)
    case .same, .refused:
      return refusedCredential()
    case .missing where lastStatus == 401:
      return refusedCredential()
    case .missing where facts.credential == .optional:
      carriesCredential = false
      return attempt(at: now)
    case .missing:
      return fail(.notAuthenticated, at: .authorization, "there is no credential")
    case .failed(let error):
      return fail(
        error.code, at: .authorization, error.reason, status: error.status,
        retryAfter: error.retryAfter, cause: error)
    case .timedOut:
      return fail(
        .deadlineExceeded, at: .authorization, "the credential did not come within the call's time")
    }
  }

  private mutating func refusedCredential() -> Action {
    fail(
      .credentialRefused, at: .authorization, "the server refused the credential",
      status: lastStatus)
  }

  private mutating func received(_ answer: Answer, at now: MonotonicInstant) -> Action {
    wasTurnedAway = true
    switch answer {
    case .fit(let status):
      lastStatus = status
      state = .decoding
      // Whatever happens now, the server has done it, or says so.
      mayBeDone = true
      return .decode
    case .unfit(let code, let status, let reason):
      mayBeDone = true
      return fail(code, at: stage(of: code), reason, status: status)
    case .stalePart(let status):
      lastStatus = status
      return startOver(at: now)
    case .redirect(let status, let redirect):
      lastStatus = status
      return received(redirect, status: status, at: now)
    case .refusal(let refusal):
      lastStatus = refusal.status
      return received(refusal, at: now)
    }
  }

  private mutating func received(
    _ redirect: Redirect, status: Int, at now: MonotonicInstant
  ) -> Action {
    guard case .to(_, let leavesOrigin, let method, let keepsBody) = redirect else {
      guard case .refused(let reason) = redirect else { preconditionFailure() }
      return fail(.redirectRefused, at: .judgement, reason, status: status)
    }
    // RFC 9110 §15.4.4: what answers with 'see other' has processed the request.
    if method != facts.method { mayBeDone = true }
    redirects += 1
    guard redirects <= facts.maximumRedirects else {
      return fail(
        .redirectRefused, at: .judgement, "more than \(facts.maximumRedirects) redirects",
        status: status)
    }
    guard !keepsBody || facts.isRestartable else {
      return fail(
        .redirectRefused, at: .judgement, "the body can't be sent a second time", status: status)
    }
    guard let limit = attemptLimit(at: now) else { return late() }
    if leavesOrigin {
      hasLeftOrigin = true
      carriesCredential = false
    }
    attempts += 1
    return .follow(status: status, redirect, limit: limit)
  }

  private mutating func received(_ refusal: Refusal, at now: MonotonicInstant) -> Action {
    if refusal.status == 401 { return received401(refusal, at: now) }
    if refusal.status >= 500 { mayBeDone = true }
    if facts.hasKey, refusal.isKeyInFlight { return waitForKey(refusal, at: now) }
    let code = CallError.Code(status: refusal.status) ?? .malformedResponse
    var failure = failure(
      code, at: .judgement, "the server answered \(refusal.status)", status: refusal.status,
      retryAfter: refusal.retryAfter)
    failure.problem = refusal.problem
    failure.outcome = outcome(ofRefusal: refusal)
    switch refusal.status {
    // Neither has been processed (RFC 9110 §15.5.20, RFC 8470 §5.2): any method may go again.
    case 421:
      needsFreshConnection = true
      return retry(orFailWith: failure, isHarmless: true, retryAfter: nil, at: now)
    case 425:
      return retry(
        orFailWith: failure, isHarmless: true, retryAfter: refusal.retryAfter, at: now)
    case 408, 429, 500, 502, 503, 504:
      return retry(
        orFailWith: failure, isHarmless: facts.isRepeatable, retryAfter: refusal.retryAfter,
        at: now)
    default:
      state = .ended
      return .fail(failure)
    }
  }

  private mutating func received401(_ refusal: Refusal, at now: MonotonicInstant) -> Action {
    guard carriesCredential else {
      return fail(
        .notAuthenticated, at: .judgement, "the server asks for a credential", status: 401,
        problem: refusal.problem)
    }
    // AUTH-2: once, never more, however many attempts lie between.
    guard !hasRefreshed else {
      return fail(
        .credentialRefused, at: .judgement, "the server refused the refreshed credential",
        status: 401, problem: refusal.problem)
    }
    guard now < facts.deadline else { return late() }
    hasRefreshed = true
    state = .authorizing
    return .authorize(refused: true)
  }

  private mutating func received(_ failure: TransportFailure, at now: MonotonicInstant) -> Action {
    if failure.arrival == .possible { mayBeDone = true }
    let isOver = failure.kind == .timedOut && now >= facts.deadline
    let result = self.failure(
      CallError.Code(failure.kind), at: .attempt,
      isOver ? "the call's time was over" : failure.reason, cause: failure)
    switch failure.kind {
    case .unreachable, .connectionLost, .timedOut:
      // What never left can be sent again, whatever it is.
      let isHarmless = facts.isRepeatable || failure.arrival == .impossible
      return retry(orFailWith: result, isHarmless: isHarmless, retryAfter: nil, at: now)
    default:
      state = .ended
      return .fail(result)
    }
  }
}

// MARK: Starting over

extension CallMachine {
  /// Asks for a whole file after a part that did not fit: at once, since the server did nothing
  /// wrong if the file is another now, and once, since a second time it did.
  private mutating func startOver(at now: MonotonicInstant) -> Action {
    guard !hasStartedOver else {
      return fail(
        .malformedResponse, at: .judgement, "the server's parts do not fit together",
        status: lastStatus)
    }
    hasStartedOver = true
    return attempt(at: now)
  }
}

// MARK: Waiting

extension CallMachine {
  private mutating func retry(
    orFailWith failure: Failure, isHarmless: Bool, retryAfter: Duration?, at now: MonotonicInstant
  ) -> Action {
    guard isHarmless, facts.isRestartable, retries + 1 < policy.maximumAttempts else {
      state = .ended
      return .fail(failure)
    }
    let least = retryAfter ?? .zero
    // RETRY-3: a wait that ends past the deadline helps nobody; the server's meaning does.
    guard now.advanced(by: least) < facts.deadline else {
      state = .ended
      return .fail(failure)
    }
    retries += 1
    state = .waiting
    pending = failure
    let isFree = hasGained
    hasGained = false
    return .wait(
      Wait(
        least: least, jitter: jitter(ofWait: retries, after: least, at: now),
        reason: retryAfter == nil ? .backoff : .retryAfter, costsRetry: !isFree))
  }

  /// RETRY-6: the first request with this key is being worked on; its answer will be ours.
  private mutating func waitForKey(_ refusal: Refusal, at now: MonotonicInstant) -> Action {
    mayBeDone = true
    keyWaits += 1
    // A server that says 'at once' for ever is asked at our own pace.
    let least = max(refusal.retryAfter ?? .zero, policy.baseDelay)
    var failure = failure(
      .conflict, at: .judgement, "a request with the same key is still being worked on",
      status: refusal.status, retryAfter: least)
    failure.problem = refusal.problem
    guard facts.isRestartable, now.advanced(by: least) < facts.deadline else {
      state = .ended
      return .fail(failure)
    }
    state = .waiting
    pending = failure
    return .wait(
      Wait(
        least: least, jitter: jitter(ofWait: keyWaits, after: least, at: now),
        reason: .keyInFlight, costsRetry: false))
  }

  /// Full jitter, cut so that at least half of what is left stays for the attempt itself.
  private func jitter(
    ofWait number: Int, after least: Duration, at now: MonotonicInstant
  ) -> Duration {
    min(policy.bound(ofWait: number), (now.duration(to: facts.deadline) - least) / 2)
  }
}
