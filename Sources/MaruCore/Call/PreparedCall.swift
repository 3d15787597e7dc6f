internal import MaruContract
internal import MaruHTTP

/// What a call is known by.
struct CallIdentity: Sendable {
  var number: UInt64
  var requestID: RequestID
  var name: String
  var trace: TraceParent?
}

/// A call that is ready to be sent: encoded, addressed, with its context, key and deadline.
struct PreparedCall: Sendable {
  var identity: CallIdentity
  var facts: CallFacts
  var key: IdempotencyKey?
  var url: RequestURL
  var headers: HeaderFields
  /// Fields that stay with the origin, beside credentials and cookies.
  var secretHeaders: [HeaderName]
  var body: RequestBody
  var promise: Promise
  var limits: TransportLimits
  var maximumResponseBytes: Int
  var caching: Caching
  /// The version that the caller has: 304 says that it still holds.
  var unlessStill: EntityTag?
  /// Whether 304 says that there is such a thing although there must be none.
  var isForAbsentOnly = false
  /// Where the body goes; nil: to a decoder.
  var download: Download?
  /// Who reads a response that goes on; nil: it is read to its end.
  var opening: Opening?
}

/// Makes prepared calls for one client: the first stage.
struct Preparation: Sendable {
  let configuration: MaruClient.Configuration
  let surroundings: Surroundings
  /// The base URL without a slash at its end.
  private let prefix: String

  init(configuration: MaruClient.Configuration, surroundings: Surroundings) {
    self.configuration = configuration
    self.surroundings = surroundings
    let base = configuration.baseURL.string
    prefix = base.hasSuffix("/") ? String(base.dropLast()) : base
  }

  func prepare<Value>(
    _ endpoint: Endpoint<Value>, context: CallContext, unlessStill: EntityTag?,
    identity: CallIdentity
  ) throws(CallError) -> PreparedCall {
    let requestID = identity.requestID
    if let problem = endpoint.path.problem {
      throw refused(problem.rawValue, identity, endpoint.method)
    }
    let deadline = endpoint.deadline ?? configuration.limits.deadline
    let attempt = endpoint.attemptLimit ?? configuration.limits.attempt
    guard deadline > .zero, attempt > .zero else {
      throw refused("a limit is zero or negative", identity, endpoint.method)
    }
    let start = surroundings.clock.now()
    let body: RequestBody
    do {
      body = try endpoint.body.encode(random: surroundings.random)
    } catch {
      throw refused("the body can't be encoded", identity, endpoint.method, cause: error)
    }
    let key = key(for: endpoint.idempotency)
    var headers = HeaderFields()
    headers.reserveCapacity(10 + endpoint.headers.count)
    headers.append(unchecked: endpoint.response.acceptHeader, for: .accept)
    if let userAgent = configuration.userAgent {
      headers.append(unchecked: userAgent, for: .userAgent)
    }
    context.write(to: &headers, requestID: requestID)
    if let key { headers.append(unchecked: key.rawValue, for: .idempotencyKey) }
    for header in endpoint.headers {
      headers.append(unchecked: header.value.value, for: header.name)
    }
    if let field = endpoint.precondition?.field {
      headers.append(unchecked: field.value, for: field.name)
    }
    if let unlessStill {
      headers.append(unchecked: unlessStill.description, for: "If-None-Match")
    }
    // A condition of the caller's own asks about another version than the one that is kept.
    let isConditional = endpoint.precondition != nil || unlessStill != nil
    let limits = configuration.limits
    let url = try url(of: endpoint, identity)
    return PreparedCall(
      identity: identity,
      facts: CallFacts(
        method: endpoint.method, isRepeatable: isRepeatable(endpoint), hasKey: key != nil,
        isRestartable: body.isRestartable, credential: endpoint.credential,
        deadline: start.advanced(by: deadline), attemptLimit: attempt,
        maximumRedirects: limits.maximumRedirects),
      key: key,
      url: url, headers: headers, secretHeaders: endpoint.headers.filter(\.isSecret).map(\.name),
      body: body,
      promise: endpoint.promise,
      limits: TransportLimits(
        attempt: attempt, connect: min(limits.connect, attempt), idle: limits.idle,
        maximumHeadBytes: limits.maximumHeadBytes),
      maximumResponseBytes: endpoint.maximumResponseBytes ?? limits.maximumResponseBytes,
      caching: endpoint.method == .get && !isConditional ? endpoint.caching : .none,
      unlessStill: unlessStill,
      // RFC 9110 §13.1.2: where the condition does not hold, GET and HEAD are answered with 304, and
      // everything else with 412.
      isForAbsentOnly: endpoint.precondition == .isAbsent
        && [.get, .head].contains(endpoint.method))
  }

  private func url<Value>(
    of endpoint: Endpoint<Value>, _ call: CallIdentity
  ) throws(CallError) -> RequestURL {
    var url = RequestURL(
      base: configuration.baseURL, prefix: prefix,
      target: endpoint.path.encoded + endpoint.query.encoded)
    for link in endpoint.links {
      // AUTH-9: a server's link decides neither where credentials go nor whether TLS is spoken.
      guard let next = try? url.resolving(link), next.origin == url.origin else {
        throw CallError(
          .malformedResponse, at: .preparation,
          reason: "the server's link leads to another origin, or is no address",
          requestID: call.requestID, outcome: endpoint.method.isSafe ? nil : .notSent)
      }
      url = next
    }
    return url
  }

  private func isRepeatable<Value>(_ endpoint: Endpoint<Value>) -> Bool {
    switch endpoint.idempotency {
    case .asMethod: endpoint.method.isIdempotent
    case .key, .given: true
    case .never: false
    }
  }

  private func key(for idempotency: Idempotency) -> IdempotencyKey? {
    switch idempotency {
    case .key: IdempotencyKey(random: surroundings.random)
    case .given(let key): key
    case .asMethod, .never: nil
    }
  }

  /// The trace that a new call belongs to.
  func trace() -> TraceParent? {
    if let current = CallTrace.current { return current }
    guard configuration.makesTraces else { return nil }
    let random = surroundings.random
    return TraceParent(
      traceID: UInt128(random.next()) << 64 | UInt128(random.next()), parentID: random.next())
  }

  private func refused(
    _ reason: String, _ call: CallIdentity, _ method: RequestMethod, cause: (any Error)? = nil
  ) -> CallError {
    CallError(
      .configuration, at: .preparation, reason: reason, requestID: call.requestID,
      outcome: method.isSafe ? nil : .notSent, cause: cause)
  }
}

extension Endpoint {
  fileprivate var promise: Promise {
    Promise(
      reads: response.reads, readsCharset: response.readsCharset(of:),
      expected: response.acceptHeader, allowsEmpty: response.emptyValue != nil,
      discardsBody: response.discardsBody, isHead: method == .head)
  }
}
