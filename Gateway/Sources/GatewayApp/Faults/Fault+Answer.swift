internal import GatewayHTTP
internal import MaruHTTP

extension Fault {
  /// What is answered in place of the work; nil if the work is done.
  func answer(to request: Request) -> Response? {
    switch kind {
    case .delay, .dropAnswer, .cutBody:
      return nil
    case .status(let status, let retryAfter):
      var problem = Problem(
        status: status, code: "injected-fault", title: "Injected fault",
        detail: "the request asked for this status")
      if let retryAfter { problem = problem.with(retryAfter, for: .retryAfter) }
      return problem.response(to: request.id)
    case .redirect(let target, let status):
      var response = Response(status: status)
      // A target with a control character cannot have come in a field; it would be left out.
      try? response.fields.set(target, for: .location)
      return response
    case .html:
      var response = Response(
        status: 200,
        body: Array("<!doctype html><title>Sign in</title><p>Please sign in to the network.".utf8))
      response.setKnown("text/html; charset=utf-8", for: .contentType)
      return response
    case .revoke:
      return Problem.unauthenticated(detail: "the access token has expired")
        .response(to: request.id)
    }
  }

  /// How the answer to the work is put on the wire.
  var delivery: Response.Delivery {
    switch kind {
    case .dropAnswer: .dropped
    case .cutBody(let bytes): .cut(bytes: bytes)
    default: .whole
    }
  }

  /// How long the answer in place of the work is held back.
  var pause: Duration? {
    if case .revoke(let duration) = kind, duration > .zero { duration } else { nil }
  }

  var delay: Duration? {
    if case .delay(let duration) = kind { duration } else { nil }
  }
}
