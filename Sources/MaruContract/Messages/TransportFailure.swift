/// Why a transport has no whole response to give.
public struct TransportFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  @nonexhaustive
  public enum Kind: String, Sendable, CaseIterable {
    /// No connection: the name is unknown, the host does not answer or refuses.
    case unreachable
    /// The connection ended before the response did.
    case connectionLost
    /// The certificate's issuer is not trusted.
    case tlsUntrusted
    /// The certificate has expired or is not valid yet.
    case tlsExpired
    /// The certificate is for another host.
    case tlsHostMismatch
    /// The key is none of the pinned ones.
    case tlsPinMismatch
    /// TLS could not be agreed for another reason.
    case tlsFailed
    /// The platform's or Maru's policy forbids the connection.
    case blockedByPolicy
    /// A limit of time was reached.
    case timedOut
    /// What came is no HTTP response.
    case malformedResponse
    /// The response's head is larger than the limit.
    case headersTooLarge
    /// The response's body is larger than the limit.
    case bodyTooLarge
    /// The request's body could not be read.
    case requestBodyFailed
    /// The platform can't do what was asked.
    case unsupported
    /// The transport has been shut down.
    case shutDown
  }

  /// Whether the server may have seen the request.
  public enum Arrival: Hashable, Sendable {
    /// Not one byte of it was sent.
    case impossible
    /// Some of it was sent.
    case possible
  }

  /// What went wrong.
  public let kind: Kind
  /// Whether the server may have seen the request.
  public let arrival: Arrival
  /// What was expected and found; no host, path, header value or body.
  public let reason: String

  /// Makes a failure; `reason` must hold nothing of the request's or the response's content.
  public init(_ kind: Kind, arrival: Arrival, reason: String) {
    self.kind = kind
    self.arrival = arrival
    self.reason = reason
  }

  /// Kind and reason.
  public var description: String { "\(kind.rawValue): \(reason)" }

  static func bodyOver(_ limit: Int) -> TransportFailure {
    TransportFailure(
      .bodyTooLarge, arrival: .possible, reason: "the body has more than \(limit) bytes")
  }
}
