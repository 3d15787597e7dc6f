public import GatewayHTTP
public import MaruHTTP

/// One request and its answer, as a log may show it: no path, no query, no field, no body.
public struct Exchange: Sendable {
  /// The request's name.
  public var requestID: RequestID
  /// The method; nil if the server refused the request before it was read.
  public var method: RequestMethod?
  /// The pattern of the route that answered; nil if none did.
  public var route: String?
  /// The status code.
  public var status: Int
  /// How the answer was put on the wire.
  public var delivery: Response.Delivery
  /// From the request's arrival as a whole to its answer's start.
  public var duration: Duration
  /// The size of the answer's body.
  public var bodyBytes: Int
}
