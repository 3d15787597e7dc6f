public import MaruHTTP

extension Problem {
  /// 400: the request breaks HTTP's or JSON's grammar.
  public static func malformed(_ detail: String) -> Problem {
    Problem(status: 400, code: "malformed-request", title: "Malformed request", detail: detail)
  }

  /// 401: no credential, or one that does not hold (RFC 6750 §3).
  ///
  /// - Parameter error: the code of RFC 6750 §3.1; nil if the request had no credential at all.
  public static func unauthenticated(error: String? = "invalid_token", detail: String) -> Problem {
    let challenge = error.map { "Bearer error=\"\($0)\"" } ?? "Bearer"
    return Problem(
      status: 401, code: "unauthenticated", title: "Authentication needed", detail: detail
    ).with(challenge, for: .wwwAuthenticate)
  }

  /// 404: there is nothing under this address, or nothing that the caller may know of.
  public static let notFound = Problem(status: 404, code: "not-found", title: "Not found")

  /// 405: the resource is there, but not for this method.
  public static func methodNotAllowed(allow: [RequestMethod]) -> Problem {
    Problem(status: 405, code: "method-not-allowed", title: "Method not allowed")
      .with(allow.map(\.rawValue).joined(separator: ", "), for: .allow)
  }

  /// 413: the body is larger than the server takes.
  public static func bodyTooLarge(limit: Int) -> Problem {
    Problem(
      status: 413, code: "body-too-large", title: "Body too large",
      detail: "the limit is \(limit) bytes")
  }

  /// 415: the body is of a type that the resource does not read.
  public static func unsupportedMediaType(expected: MediaType) -> Problem {
    Problem(
      status: 415, code: "unsupported-media-type", title: "Unsupported media type",
      detail: "the body must be \(expected.essence)")
  }

  /// 422: the body is well formed, but its members are not acceptable.
  public static func invalid(_ errors: [FieldError]) -> Problem {
    Problem(
      status: 422, code: "invalid-request", title: "Invalid request",
      detail: "some members are not acceptable", errors: errors)
  }

  /// 422: the idempotency key came before, with another request.
  public static let idempotencyKeyReused = Problem(
    status: 422, code: code(of: ProblemDetails.idempotencyKeyReused),
    title: "Idempotency key reused", detail: "this key belongs to a request that was different")

  /// 409: the request with this idempotency key is being worked on.
  public static let idempotencyKeyInFlight = Problem(
    status: 409, code: code(of: ProblemDetails.idempotencyKeyInFlight),
    title: "Request in flight", detail: "the first request with this key is not done yet"
  ).with("1", for: .retryAfter)

  /// 404: the gateway has no record of the idempotency key.
  public static let idempotencyKeyUnknown = Problem(
    status: 404, code: "idempotency-key-unknown", title: "Idempotency key unknown",
    detail: "no request with this key was fulfilled")

  /// 500: a fault of the server's own.
  public static let internalError = Problem(
    status: 500, code: "internal-error", title: "Internal error")

  private static func code(of type: String) -> String {
    precondition(type.hasPrefix(typePrefix), "\(type) is no type of ours")
    return String(type.dropFirst(typePrefix.count))
  }
}
