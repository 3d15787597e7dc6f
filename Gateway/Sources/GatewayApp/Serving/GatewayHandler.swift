internal import GatewayHTTP
internal import MaruHTTP

/// Takes each request to its endpoint, and turns whatever goes wrong into a problem.
struct GatewayHandler: Handler {
  let router: Router<Endpoint>
  let authenticator: Authenticator
  let limiter: RequestLimiter
  /// Nil unless faults are allowed; then the field that asks for them is like any other.
  let faults: FaultSwitch?
  let recorder: RequestRecorder?
  /// Hears of answers that differ from what their route declares; nil if nobody looks.
  let onDeviation: (@Sendable (String) -> Void)?
  let log: JSONLog
  let surroundings: Surroundings

  func respond(to request: Request) async -> Response {
    let match = router.match(request.method, request.target)
    if case .found(let endpoint, let pattern, let parameters) = match, endpoint.isDebug {
      let call = Call(
        request: request, parameters: parameters, caller: nil, delay: nil,
        sleep: surroundings.sleep)
      var response = await catching(request) { try await endpoint.respond(call) }
      response.route = pattern.description
      return response
    }
    var response = await catching(request) { try await answer(request, match) }
    response.route = Self.route(of: match)
    recorder?.record(request, response)
    return response
  }

  private static func route(of match: Router<Endpoint>.Match) -> String? {
    switch match {
    case .found(_, let pattern, _), .methodNotAllowed(let pattern, _): pattern.description
    case .notFound, .malformed: nil
    }
  }

  private func catching(
    _ request: Request, _ body: () async throws -> Response
  ) async -> Response {
    do {
      return try await body()
    } catch let problem as Problem {
      return problem.response(to: request.id)
    } catch {
      // Only the kind: an error's text may repeat what the client sent.
      log.write(
        .error, "request failed",
        [
          ("requestID", .text(request.id.rawValue)),
          ("error", .text(String(describing: type(of: error)))),
        ])
      return Problem.internalError.response(to: request.id)
    }
  }

  private func answer(
    _ request: Request, _ match: Router<Endpoint>.Match
  ) async throws -> Response {
    let fault = try faults?.fault(of: request)
    if let answer = fault?.answer(to: request) {
      if let pause = fault?.pause { await surroundings.sleep(pause) }
      return answer
    }
    var response = await catching(request) { try await work(request, match, fault) }
    response.delivery = fault?.delivery ?? .whole
    if let onDeviation, case .found(let endpoint, _, _) = match,
      let deviation = endpoint.declaration.deviation(of: response)
    {
      onDeviation(deviation)
    }
    return response
  }

  private func work(
    _ request: Request, _ match: Router<Endpoint>.Match, _ fault: Fault?
  ) async throws -> Response {
    switch match {
    case .found(let endpoint, _, let parameters):
      let caller =
        switch endpoint.declaration.access {
        case .anyone: VerifiedToken?.none
        case .users: try await authenticator.caller(of: request)
        }
      try limiter.admit(request, of: caller, endpoint.declaration.limit)
      try endpoint.declaration.check(request.target, parameters)
      let call = Call(
        request: request, parameters: parameters, caller: caller, delay: fault?.delay,
        sleep: surroundings.sleep)
      if !endpoint.declaration.isWrite { await call.waitOutDelay() }
      return try await endpoint.respond(call)
    case .methodNotAllowed(_, let allow): throw Problem.methodNotAllowed(allow: allow)
    case .notFound: throw Problem.notFound
    case .malformed: throw Problem.malformed("the path is not well encoded")
    }
  }
}
