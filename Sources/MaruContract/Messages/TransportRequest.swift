public import MaruHTTP

/// One request as it goes to a transport, without its body.
public struct TransportRequest: Sendable {
  /// What is asked.
  public var method: RequestMethod
  /// Where it goes.
  public var url: RequestURL
  /// What goes with it; `Host` and the fields that frame the body are the transport's.
  public var headers: HeaderFields
  /// Whether it may arrive at the server more than once.
  ///
  /// If not, a transport must rule out sending it twice by itself, as HTTP libraries do when a kept
  /// connection dies (RFC 9110 §9.2.2).
  public var isRepeatable: Bool
  /// Whether it must go over a new connection (421, RFC 9110 §15.5.20).
  public var needsFreshConnection: Bool

  /// Makes a request.
  public init(
    method: RequestMethod, url: RequestURL, headers: HeaderFields = HeaderFields(),
    isRepeatable: Bool, needsFreshConnection: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.isRepeatable = isRepeatable
    self.needsFreshConnection = needsFreshConnection
  }
}
