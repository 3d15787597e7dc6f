/// How much of one request the server takes, and how long it waits for it.
public struct RequestLimits: Hashable, Sendable {
  /// The most bytes of a request line and its fields: 16 KiB by default.
  public var headBytes: Int
  /// The most fields of a head: 100 by default.
  public var fieldCount: Int
  /// The most bytes of a body, without chunk framing: 1 MiB by default.
  public var bodyBytes: Int
  /// How long a head may take from its first byte (of a new connection: from its creation): 10 s
  /// by default. Not an idle time: a client that drips a byte now and then is out as well.
  public var headTime: Duration
  /// How long a body may take from the end of its head: 30 s by default.
  public var bodyTime: Duration
  /// How long a connection may be open without a request: 60 s by default.
  public var idleTime: Duration
  /// How long a client may take to read its answer: 60 s by default.
  public var answerTime: Duration

  /// The defaults.
  public init() {
    headBytes = 16 * 1024
    fieldCount = 100
    bodyBytes = 1024 * 1024
    headTime = .seconds(10)
    bodyTime = .seconds(30)
    idleTime = .seconds(60)
    answerTime = .seconds(60)
  }
}
