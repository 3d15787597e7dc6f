public import MaruHTTP

/// The head of a response.
public struct TransportResponse: Sendable, Hashable {
  /// The status code, 200 to 599.
  public var status: Int
  /// The header fields.
  public var headers: HeaderFields

  /// Makes a head.
  public init(status: Int, headers: HeaderFields = HeaderFields()) {
    self.status = status
    self.headers = headers
  }
}
