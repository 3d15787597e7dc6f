/// What was measured of one attempt; nil where the transport can't tell.
public struct AttemptMetrics: Sendable, Hashable {
  /// From the start until the host's name was resolved.
  public var nameLookup: Duration?
  /// From the start until there was a connection.
  public var connect: Duration?
  /// From the start until TLS was agreed.
  public var tls: Duration?
  /// From the start until the response's first byte.
  public var firstByte: Duration?
  /// From the start until the last byte read so far.
  public var total: Duration?
  /// Bytes sent in the body.
  public var bytesSent: Int?
  /// Bytes received in the body, as they came over the wire.
  public var bytesReceived: Int?
  /// Whether the connection had been used before.
  public var reusedConnection: Bool?
  /// The protocol spoken, as `HTTP/1.1` or `HTTP/2`.
  public var protocolName: String?

  /// Nothing measured yet.
  public init() {}
}
