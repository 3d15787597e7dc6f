public import MaruContract
internal import MaruHTTP

extension MaruClient: ResponseOpening {
  /// What the client was handed to wait by, draw from and run on.
  public var timeAndChance: TimeAndChance {
    let surroundings = core.surroundings
    return TimeAndChance(
      clock: surroundings.clock, random: surroundings.random, executor: surroundings.executor)
  }

  /// Opens a response that goes on; see `ResponseOpening`. Event streams are made of it.
  ///
  /// It counts as a running call. Both ways of shutting the client down end it at once.
  public func open(
    _ endpoint: Endpoint<Void>, terms: OpeningTerms, context: CallContext,
    receive: @escaping @Sendable (TransportResponse, any TransportBody) async throws -> Void
  ) async throws -> OpeningEnd {
    try await enter(
      context: context, isSafe: endpoint.method.isSafe, isEndless: true
    ) { core, number, requestID in
      try await core.open(
        endpoint, terms: terms, context: context, opening: Opening(receive: receive),
        number: number, requestID: requestID)
    }
  }
}

extension ClientCore {
  fileprivate func open(
    _ endpoint: Endpoint<Void>, terms: OpeningTerms, context: CallContext, opening: Opening,
    number: UInt64, requestID: RequestID
  ) async throws -> OpeningEnd {
    let identity = CallIdentity(
      number: number, requestID: requestID, name: endpoint.name, trace: preparation.trace())
    report(.started, of: identity)
    let call: PreparedCall
    do {
      call = try prepare(endpoint, terms, context: context, opening: opening, identity: identity)
    } catch {
      throw unprepared(identity, because: error, isSafe: endpoint.method.isSafe)
    }
    var run = CallRun(call: call, client: self)
    let status = try await run.answer()
    switch run.delivered.opened {
    case .failed(let error): try run.brokeOff(error, status: status)
    case .noContent:
      try run.decoded(.decoded, status: status)
      return .noContent
    case .ended:
      try run.decoded(.decoded, status: status)
      return .ended
    }
  }

  private func prepare(
    _ endpoint: Endpoint<Void>, _ terms: OpeningTerms, context: CallContext, opening: Opening,
    identity: CallIdentity
  ) throws -> PreparedCall {
    guard endpoint.method != .head, terms.idle.map({ $0 > .zero }) ?? true else {
      throw CallError(
        .configuration, at: .preparation, reason: "a stream with HEAD or without time",
        requestID: identity.requestID)
    }
    let accepts = terms.accepts
    var endpoint = endpoint
    endpoint.caching = .none
    endpoint.response = ResponseFormat(
      accepts: [accepts], reads: { $0.matches(accepts) },
      readsCharset: { $0 == "utf-8" || $0 == "utf8" }, decode: { _ in })
    var call = try preparation.prepare(
      endpoint, context: context, unlessStill: nil, identity: identity)
    // What is kept to be compressed well is what must come at once.
    call.headers.append(unchecked: "identity", for: .acceptEncoding)
    call.headers.append(unchecked: "no-store", for: .cacheControl)
    call.limits.idle = terms.idle
    call.opening = opening
    return call
  }
}
