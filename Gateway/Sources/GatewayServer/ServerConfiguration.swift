public import GatewayHTTP

/// What a server is told at its start.
public struct ServerConfiguration: Sendable {
  /// The numeric address to listen on; this machine only by default.
  public var host = "127.0.0.1"
  /// The port to listen on; 0, the default, lets the system choose.
  public var port: UInt16 = 0
  /// How many event loops there are, each on a thread of its own; 2 by default.
  public var threads = 2
  /// How many connections may be open at a time; 4096 by default. One more is told 503.
  public var maximumConnections = 4096
  /// How much of one request is taken, and how long it is waited for.
  public var limits = RequestLimits()
  /// Makes the name of a request that has none or none that is valid.
  public var makeRequestID: @Sendable () -> RequestID
  /// Hears of each answer when it is on its way. Runs on the event loop: must not block.
  public var onExchange: @Sendable (Exchange) -> Void
  /// Runs on an event loop some times a second, for what is to be done now and then: must not block.
  public var onSweep: @Sendable () -> Void

  /// The defaults.
  public init(
    makeRequestID: @escaping @Sendable () -> RequestID,
    onExchange: @escaping @Sendable (Exchange) -> Void = { _ in },
    onSweep: @escaping @Sendable () -> Void = {}
  ) {
    self.makeRequestID = makeRequestID
    self.onExchange = onExchange
    self.onSweep = onSweep
  }
}
