/// How busy a server is.
public struct ServerActivity: Hashable, Sendable {
  /// The connections that are open now.
  public var open = 0
  /// The connections that were accepted since the start.
  public var accepted = 0
  /// The requests that are being handled or answered now.
  public var requestsInFlight = 0
  /// Those of them whose answers are streams.
  public var streams = 0

  /// Nothing yet.
  public init() {}
}
