/// How long an attempt may take and how much it may take in.
public struct TransportLimits: Sendable, Hashable {
  /// From the start until the response is read to its end. No default: the caller's deadline decides.
  public var attempt: Duration
  /// Until there is a connection, names resolved and TLS agreed.
  public var connect: Duration
  /// From the request's last byte to the response's first; nil: as long as the attempt.
  public var firstByte: Duration?
  /// Between two pieces of a body, in either direction; nil: as long as the attempt.
  public var idle: Duration?
  /// How many bytes a response's status line and fields may have, all 1xx responses included.
  ///
  /// 64 KiB, since no server that we know sends a quarter of it.
  public var maximumHeadBytes: Int
  /// How many times larger than it arrived a decompressed body may grow.
  ///
  /// 100: deflate can do a thousand, text that people write does ten. Bodies below 1 MiB are let be.
  public var maximumExpansion: Int

  /// Makes limits.
  public init(
    attempt: Duration, connect: Duration = .seconds(10), firstByte: Duration? = nil,
    idle: Duration? = nil, maximumHeadBytes: Int = 65_536, maximumExpansion: Int = 100
  ) {
    self.attempt = attempt
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.maximumHeadBytes = maximumHeadBytes
    self.maximumExpansion = maximumExpansion
  }
}
