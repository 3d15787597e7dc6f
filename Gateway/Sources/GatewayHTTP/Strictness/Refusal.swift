internal import MaruHTTP

/// Why the server answers a request by itself and ends the connection.
public enum Refusal: Error, Hashable, Sendable {
  /// 400: the request breaks HTTP's grammar, or frames its body in a way that could be read twice.
  case malformed(String)
  /// 408: the head or the body did not arrive in time.
  case tooSlow
  /// 413: the body is, or says it is, over the limit.
  case bodyTooLarge(limit: Int)
  /// 414: the target is over half of what a head may have.
  case targetTooLong
  /// 417: an expectation other than `100-continue`.
  case unknownExpectation
  /// 431: the head is over the limit.
  case headTooLarge
  /// 431: the head has too many fields.
  case tooManyFields
  /// 501: a method that no route has.
  case unknownMethod
  /// 501: a transfer encoding other than exactly `chunked`.
  case unknownTransferEncoding
  /// 503: as many connections are open as the server takes.
  case tooManyConnections
  /// 505: neither HTTP/1.1 nor HTTP/1.0.
  case unsupportedVersion

  /// The problem that the client is told.
  public var problem: Problem {
    switch self {
    case .malformed(let detail): .malformed(detail)
    case .tooSlow: Problem(status: 408, code: "request-timeout", title: "Request too slow")
    case .bodyTooLarge(let limit): .bodyTooLarge(limit: limit)
    case .targetTooLong: Problem(status: 414, code: "target-too-long", title: "Target too long")
    case .unknownExpectation:
      Problem(status: 417, code: "unknown-expectation", title: "Unknown expectation")
    case .headTooLarge: Problem(status: 431, code: "head-too-large", title: "Head too large")
    case .tooManyFields: Problem(status: 431, code: "too-many-fields", title: "Too many fields")
    case .unknownMethod: Problem(status: 501, code: "unknown-method", title: "Unknown method")
    case .unknownTransferEncoding:
      Problem(
        status: 501, code: "unknown-transfer-encoding", title: "Unknown transfer encoding")
    case .tooManyConnections:
      Problem(status: 503, code: "too-many-connections", title: "Too many connections")
        .with("1", for: .retryAfter)
    case .unsupportedVersion:
      Problem(status: 505, code: "unsupported-version", title: "Unsupported HTTP version")
    }
  }
}
