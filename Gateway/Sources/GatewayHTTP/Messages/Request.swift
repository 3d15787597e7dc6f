public import MaruHTTP

/// What a client asks, whole and checked: a handler never sees a part of it.
public struct Request: Sendable {
  /// The name under which this request is found in answers and logs.
  public let id: RequestID
  /// What is asked of the resource.
  public let method: RequestMethod
  /// Which resource is asked.
  public let target: RequestTarget
  /// The header fields as they came.
  public let fields: HeaderFields
  /// The body; empty if there is none.
  public let body: [UInt8]
  /// The numeric address at the other end of the connection, a proxy's if there is one; empty if it
  /// is not known.
  public let peer: String

  /// Makes a request.
  public init(
    id: RequestID, method: RequestMethod, target: RequestTarget, fields: HeaderFields,
    body: [UInt8], peer: String = ""
  ) {
    self.id = id
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    self.peer = peer
  }
}
