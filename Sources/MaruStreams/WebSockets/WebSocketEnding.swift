package import MaruContract

/// What the end of a WebSocket connection means for its stream.
///
/// A value of what has come, without a connection.
package enum WebSocketEnding: Sendable, Equatable {
  /// There will be nothing more.
  case isOver
  /// It has ended as it should: ``CleanEnd`` says what follows.
  case ended
  /// The credential was refused.
  case refusesCredential(CallError)
  /// It has failed, for now or for good: the error's code says which.
  case failed(CallError)

  /// Judges a failure.
  ///
  /// - Parameter overCodes: the codes by which this server says that there will be nothing more.
  package init(_ failure: WebSocketFailure, overCodes: Set<WebSocketCloseCode>) {
    switch failure {
    // As for server-sent events (WHATWG HTML §9.2.3): 204 tells a client to stop.
    case .refused(status: 204, _): self = .isOver
    case .refused(let status, let wait):
      let error = CallError(
        CallError.Code(status: status) ?? .malformedResponse, at: .judgement,
        reason: "status \(status) opens no WebSocket", status: status, retryAfter: wait)
      self = status == 401 ? .refusesCredential(error) : .failed(error)
    case .closed(let code) where overCodes.contains(code): self = .isOver
    case .closed(.normal), .closed(.noStatus): self = .ended
    case .closed(let code):
      let error = CallError(
        Self.code(of: code), at: .attempt, reason: "the peer closed with the code \(code.rawValue)")
      self = code == .unauthorized ? .refusesCredential(error) : .failed(error)
    case .failed(let failure):
      self = .failed(
        CallError(
          CallError.Code(failure.kind), at: .attempt, reason: failure.reason, cause: failure))
    }
  }

  /// RFC 6455 §7.4.1 and IANA's registry. What an app's own code (4000–4999) means nobody knows here:
  /// it is taken for a loss, since a stream that comes back slowly does less harm than one that is gone.
  private static func code(of code: WebSocketCloseCode) -> CallError.Code {
    switch code {
    case .protocolError, .mandatoryExtension: .malformedResponse
    case .unsupportedData, .invalidPayload, .messageTooBig: .invalidRequest
    case .policyViolation, .forbidden: .forbidden
    case .unauthorized: .credentialRefused
    case .internalError: .serverFailed
    case .tryAgainLater, .serviceRestart, .badGateway: .unavailable
    default: .connectionLost
    }
  }
}
