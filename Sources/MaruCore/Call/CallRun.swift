internal import MaruContract
internal import MaruHTTP

/// Takes one call through its stages: does what the machine says, and tells it what came of it.
///
/// Lives in the call's task and nowhere else.
struct CallRun {
  let call: PreparedCall
  let client: ClientCore
  private var machine: CallMachine
  /// What is sent next; redirects change it.
  private var request: TransportRequest
  private var body: RequestBody
  private var credential: Credential?
  /// The first credential: whose call it is.
  private var owner: Credential?
  /// Whether the present attempt has gone to the transport.
  private var isSent = false
  /// The answer that fits, for the decoder.
  private(set) var delivered = Delivery()

  init(call: PreparedCall, client: ClientCore) {
    self.call = call
    self.client = client
    machine = CallMachine(
      facts: call.facts, policy: call.opening == nil ? client.configuration.retry : .never)
    request = TransportRequest(
      method: call.facts.method, url: call.url, headers: call.headers,
      isRepeatable: call.facts.isRepeatable)
    body = call.body
  }

  /// Runs until there is a body to decode.
  ///
  /// - Throws: `CallError` or `CancellationError`.
  mutating func answer() async throws -> Int {
    var event = CallMachine.Event.begin
    var status = 0
    while true {
      switch decide(interrupted ?? event) {
      case .authorize(let refused):
        event = .credential(await authorize(refused: refused))
      case .attempt(let limit, let fresh):
        request.needsFreshConnection = fresh
        event = await attempt(limit: limit)
      case .follow(let status, let redirect, let limit):
        follow(redirect, status: status)
        event = await attempt(limit: limit)
      case .wait(let wait):
        event = await self.wait(wait)
      case .decode:
        if case .answered(.fit(let answered)) = event { status = answered }
        return status
      case .fail(let failure):
        throw end(with: failure)
      case .cancel:
        throw cancelled()
      case .succeed:
        preconditionFailure("nothing has been decoded yet")
      }
    }
  }

  /// Tells how decoding went, and ends.
  mutating func decoded(_ event: CallMachine.Event, status: Int) throws {
    switch decide(interrupted ?? event) {
    case .succeed: report(.ended(.succeeded(status: status), attempts: machine.attempts))
    case .fail(let failure): throw end(with: failure)
    case .cancel: throw cancelled()
    default: preconditionFailure("decoding is the last stage")
    }
  }

  /// Ends a call whose answer broke off while somebody read it.
  mutating func brokeOff(_ error: any Error, status: Int) throws -> Never {
    if interrupted != nil { try decoded(.decoded, status: status) }
    throw end(with: Opening.failure(error, status: status))
  }

  private mutating func decide(_ event: CallMachine.Event) -> CallMachine.Action {
    client.surroundings.decide(&machine, event, now)
  }

  private var now: MonotonicInstant { client.surroundings.clock.now() }

  /// Whether the call is to end for a reason of its own task's or of the client's.
  private var interrupted: CallMachine.Event? {
    let isCutOff = isCutOff
    guard Task.isCancelled, !client.registry.wasCancelledByShutdown(call.identity.number) else {
      if isCutOff { return .credentialEnded(.signedOut, isSent: isSent) }
      return Task.isCancelled ? .shutDown : nil
    }
    return .cancelled
  }

  /// AUTH-7: whether the account is gone that the call was made for.
  private var isCutOff: Bool {
    guard let owner, let provider = client.credentials else { return false }
    return provider.standing(of: owner) == .ended
  }

  private func report(_ step: CallEvent.Step) {
    client.report(step, of: call.identity)
  }

  private func cancelled() -> CancellationError {
    report(.ended(.cancelled, attempts: machine.attempts))
    return CancellationError()
  }

  private func end(with failure: Failure) -> CallError {
    report(.ended(.failed(failure.code, failure.stage), attempts: machine.attempts))
    return CallError(
      failure.code, at: failure.stage, reason: failure.reason, requestID: call.identity.requestID,
      status: failure.status, retryAfter: failure.retryAfter, outcome: failure.outcome,
      idempotencyKey: call.key, attempts: machine.attempts,
      problem: failure.problem.map(Sensitive.init), cause: failure.cause)
  }
}

// MARK: Authorize

extension CallRun {
  private mutating func authorize(refused: Bool) async -> CredentialAnswer {
    report(.authorizing(refusal: refused))
    guard let provider = client.credentials else { return .missing }
    if !refused, let ready = provider.readyCredential() { return take(ready) }
    let depth = CredentialDepth.current + 1
    guard depth <= CredentialDepth.maximum else {
      return .failed(
        CallError(
          .configuration, at: .authorization,
          reason: "the credential provider makes calls that need its credential"))
    }
    let old = refused ? credential : nil
    let result = await AbandonableWait.wait(
      until: call.facts.deadline, clock: client.surroundings.clock,
      executor: client.surroundings.executor, named: "the credential"
    ) {
      try await CredentialDepth.$current.withValue(depth) {
        if let old { await provider.invalidate(old) }
        return try await provider.credential()
      }
    }
    switch result {
    case .finished(.success(let new?)) where new == old: return .same
    case .finished(.success(let new?)): return take(new)
    case .finished(.success(nil)):
      credential = nil
      return .missing
    case .finished(.failure(let error)): return Self.answer(for: error)
    case .timedOut: return .timedOut
    // The loop sees the cancellation before the machine sees this.
    case .cancelled: return .timedOut
    }
  }

  private mutating func take(_ new: Credential) -> CredentialAnswer {
    credential = new
    if owner == nil { owner = new }
    client.registry.note(new, of: call.identity.number)
    return .fresh
  }

  private static func answer(for error: any Error) -> CredentialAnswer {
    switch error {
    case is CredentialRefused: .refused
    case let error as CallError: .failed(error)
    case let failure as TransportFailure:
      .failed(CallError(CallError.Code(failure.kind), at: .authorization, reason: failure.reason))
    default:
      .failed(
        CallError(
          .credentialUnavailable, at: .authorization, reason: "the credential provider failed",
          cause: error))
    }
  }
}

// MARK: Attempt

extension CallRun {
  private mutating func attempt(limit: Duration) async -> CallMachine.Event {
    let number = machine.attempts
    isSent = false
    if let withdrawn = lookAgain() { return withdrawn }
    var request = request
    attach(to: &request)
    let sentCookies = addCookies(to: &request)
    if let trace = call.identity.trace {
      let span = TraceParent(
        traceID: trace.traceID, parentID: client.surroundings.random.next(),
        isSampled: trace.isSampled)
      request.headers.append(unchecked: span.description, for: .traceParent)
    }
    var limits = call.limits
    limits.attempt = call.opening == nil ? limit : Opening.longest
    if call.opening != nil { limits.firstByte = limit }
    limits.connect = min(limits.connect, limit)
    let writesBefore = call.caching == .none ? 0 : client.cache.writes
    let owner = ResponseCache.Owner(credential, cookies: sentCookies?.field)
    let kept = kept(for: request, of: owner)
    if call.caching == .asServerSays, let kept, CacheRule.isFresh(kept, at: now) {
      report(.servedFromCache)
      delivered = Delivery(kept, source: .kept)
      return .answered(.fit(status: kept.status))
    }
    if let validator = kept.flatMap({ CacheRule.validator(of: $0.headers) }) {
      request.headers.append(unchecked: validator.value, for: validator.name)
    }
    let download = await downloadAttempt(&request, owner: owner)
    if download != nil {
      if let withdrawn = lookAgain() { return withdrawn }
      attach(to: &request)
    }
    isSent = true
    report(.attemptStarted(number))
    let reception = Reception(
      call: call, client: client, request: request, attempt: number, kept: kept,
      owner: owner, started: now, writesBefore: writesBefore, cookies: sentCookies,
      download: download)
    do {
      let sent = body.counted(as: number)
      let received = try await Waiting.lazily(for: { "the transport" }) {
        try await client.transport.perform(request, body: sent, limits: limits) {
          try await reception.receive($0, $1)
        }
      }
      delivered = received.delivery
      return .answered(received.answer)
    } catch let failure as TransportFailure {
      reportFailure(failure.kind, of: number)
      guard let download, call.facts.isResumable else { return .failed(failure) }
      return .interrupted(failure, keeping: await download.download.partial.keptLength)
    } catch {
      // FAIL-2: a transport's own 'cancelled' is the caller's only if the caller was cancelled,
      // which the loop has seen before this event counts.
      reportFailure(.connectionLost, of: number)
      return .failed(
        TransportFailure(
          .connectionLost, arrival: .possible, reason: "the transport gave up without a reason"))
    }
  }

  /// AUTH-7: what was got before a wait may be worthless, or another's, when it is sent.
  private mutating func lookAgain() -> CallMachine.Event? {
    guard let credential, let provider = client.credentials else { return nil }
    switch provider.standing(of: credential) {
    case .current: return nil
    case .superseded(let newer):
      self.credential = newer
      return nil
    case .refused: return .credentialEnded(.refused, isSent: false)
    case .ended: return .credentialEnded(.signedOut, isSent: false)
    }
  }

  /// AUTH-9: a credential goes to the configured origin only; leaving it drops the credential.
  private func attach(to request: inout TransportRequest) {
    guard let credential else { return }
    request.headers.remove(.authorization)
    request.headers.append(unchecked: credential.authorization.value, for: .authorization)
  }

  /// Asks for what is missing of a file, if this attempt writes one.
  private func downloadAttempt(
    _ request: inout TransportRequest, owner: ResponseCache.Owner
  ) async -> DownloadAttempt? {
    guard let download = call.download else { return nil }
    let source = Fingerprint.of(request.url, isRedirected: request.url != call.url)
    var asked: RangeRequest?
    if call.facts.isResumable, request.method == .get {
      asked = await download.partial.request(to: source, for: owner)
    }
    if let asked {
      request.headers.append(
        unchecked: ByteRange(from: asked.first).description, for: "Range")
      if let validator = asked.validator {
        request.headers.append(unchecked: validator, for: "If-Range")
      }
    }
    return DownloadAttempt(download: download, asked: asked, source: source)
  }

  /// The answer that is kept for a request, if it may be used: never after a redirect.
  private func kept(
    for request: TransportRequest, of owner: ResponseCache.Owner
  ) -> CacheEntry? {
    guard call.caching != .none, request.url == call.url else { return nil }
    return client.cache.entry(for: request, secrets: call.secretHeaders, of: owner)
  }

  /// Adds the cookies that belong to the address of this attempt, which a redirect has changed.
  private func addCookies(to request: inout TransportRequest) -> SentCookies? {
    guard let store = client.configuration.cookies else { return nil }
    let sent = store.field(for: client.cookieRequest(request))
    if let field = sent.field { request.headers.append(unchecked: field, for: .cookie) }
    return sent
  }

  /// FAIL-2: an attempt that was ended by its caller, or by a shutdown, has not failed.
  private func reportFailure(_ kind: TransportFailure.Kind, of attempt: Int) {
    guard interrupted == nil else { return }
    report(.attemptFailed(attempt, CallError.Code(kind), metrics: nil))
  }

  private mutating func follow(_ redirect: Redirect, status: Int) {
    guard case .to(let url, let leavesOrigin, let method, let keepsBody) = redirect else {
      preconditionFailure("the machine follows no redirect that was refused")
    }
    report(.redirected(status: status, toOtherOrigin: leavesOrigin))
    request.url = url
    request.method = method
    let isOtherMethod = method != call.facts.method
    request.isRepeatable = call.facts.isRepeatable || (isOtherMethod && method.isIdempotent)
    if !keepsBody { body = .none }
    if leavesOrigin {
      credential = nil
      for name in Self.originOnly + call.secretHeaders { request.headers.remove(name) }
    }
  }

  /// What never leaves the origin: credentials, and who the caller is.
  private static let originOnly: [HeaderName] = [
    .authorization, .cookie, .proxyAuthorization, .tenantID, .userID,
  ]
}

// MARK: Wait

extension CallRun {
  private func wait(_ wait: CallMachine.Wait) async -> CallMachine.Event {
    if wait.costsRetry, !client.budget.pay() { return .budgetRefused }
    let delay = wait.least + client.surroundings.random.duration(upTo: wait.jitter)
    report(.waiting(delay, reason: wait.reason))
    // A cancelled sleep needs no answer here: the loop sees the cancellation first.
    try? await client.surroundings.clock.sleep(until: now.advanced(by: delay))
    return .waited
  }
}
