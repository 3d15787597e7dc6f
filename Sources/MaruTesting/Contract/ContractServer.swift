public import MaruHTTP

/// A scripted server that a contract suite talks to: of sockets, or of a fake network.
public struct ContractServer: Sendable {
  /// What the server does about each request.
  public typealias Script = @Sendable (PeerRequest) -> [ServerAct]

  /// Its address, with the path `/`.
  public let url: RequestURL
  /// The requests until now, in the order in which they came.
  public let requests: @Sendable () -> [PeerRequest]
  /// How many connections are open, as the server sees it.
  public let openConnections: @Sendable () -> Int
  /// Ends it; its address then refuses connections. May be called again.
  public let stop: @Sendable () async -> Void

  /// Makes a server of its parts.
  public init(
    url: RequestURL, requests: @escaping @Sendable () -> [PeerRequest],
    openConnections: @escaping @Sendable () -> Int, stop: @escaping @Sendable () async -> Void
  ) {
    self.url = url
    self.requests = requests
    self.openConnections = openConnections
    self.stop = stop
  }

  /// A server of real sockets.
  public init(_ peer: BreakingPeer) {
    self.init(
      url: peer.url(), requests: { peer.requests }, openConnections: { peer.connectionsOpen },
      stop: { peer.stop() })
  }

  /// The address of a resource on it.
  func url(_ target: String) -> RequestURL { RequestURL(origin: url.origin, target: target) }
}
