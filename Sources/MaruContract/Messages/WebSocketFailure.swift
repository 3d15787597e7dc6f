/// Why there is no WebSocket connection, or none any more.
@nonexhaustive
public enum WebSocketFailure: Error, Sendable, Hashable {
  /// The server has answered the handshake with a status of its own instead of opening (RFC 6455
  /// §4.2.2), and asks to wait so long.
  case refused(status: Int, retryAfter: Duration?)
  /// The peer has closed the connection, with a code. Its reason is not kept: it can hold anything.
  case closed(WebSocketCloseCode)
  /// It could not be made, was lost, or can't be had on this platform.
  case failed(TransportFailure)
}

/// Why a peer closes a connection (RFC 6455 §7.4).
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable {
  /// The number.
  public let rawValue: UInt16

  /// Takes a number as it came.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// It has done what it was for.
  public static let normal = WebSocketCloseCode(rawValue: 1000)
  /// A server that goes down, or a page that is left.
  public static let goingAway = WebSocketCloseCode(rawValue: 1001)
  /// The protocol was broken.
  public static let protocolError = WebSocketCloseCode(rawValue: 1002)
  /// Data of a kind that the peer does not take.
  public static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
  /// The closing frame had no code. Never on the wire.
  public static let noStatus = WebSocketCloseCode(rawValue: 1005)
  /// There was no closing frame. Never on the wire.
  public static let abnormal = WebSocketCloseCode(rawValue: 1006)
  /// Text that is no UTF-8, or data that is not of the type.
  public static let invalidPayload = WebSocketCloseCode(rawValue: 1007)
  /// Against the peer's rules.
  public static let policyViolation = WebSocketCloseCode(rawValue: 1008)
  /// A message that is too large for the peer.
  public static let messageTooBig = WebSocketCloseCode(rawValue: 1009)
  /// An extension that the client needs was not agreed.
  public static let mandatoryExtension = WebSocketCloseCode(rawValue: 1010)
  /// The server has failed.
  public static let internalError = WebSocketCloseCode(rawValue: 1011)
  /// The server restarts.
  public static let serviceRestart = WebSocketCloseCode(rawValue: 1012)
  /// The server has too much to do.
  public static let tryAgainLater = WebSocketCloseCode(rawValue: 1013)
  /// A server behind the server has failed.
  public static let badGateway = WebSocketCloseCode(rawValue: 1014)
  /// There is no, or no good, credential (IANA's registry).
  public static let unauthorized = WebSocketCloseCode(rawValue: 3000)
  /// The credential is not for this (IANA's registry).
  public static let forbidden = WebSocketCloseCode(rawValue: 3003)
  /// It took too long (IANA's registry).
  public static let timeout = WebSocketCloseCode(rawValue: 3008)
}
