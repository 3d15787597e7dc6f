public import MaruHTTP

/// What the server answers.
public struct Response: Sendable {
  /// The status code.
  public var status: Int
  /// The header fields; the server adds `Date`, `Content-Length`, `X-Request-ID` and `Connection`.
  public var fields: HeaderFields
  /// The body; the server leaves it out where HTTP allows none (HEAD, 204, 304).
  public var body: [UInt8]
  /// What the body goes on with, without an end that is known; nil for an answer with a plain body.
  public var stream: ResponseStream?
  /// How the answer is put on the wire; anything but `.whole` breaks it on purpose.
  public var delivery: Delivery
  /// The pattern of the route that answered, for the log; never the path itself.
  public var route: String?

  /// How an answer is put on the wire.
  public enum Delivery: Hashable, Sendable {
    /// As HTTP has it.
    case whole
    /// Not at all: the connection is closed without a byte.
    case dropped
    /// With the full `Content-Length`, but closed after so many bytes of the body.
    case cut(bytes: Int)
  }

  /// Makes an answer.
  public init(
    status: Int, fields: HeaderFields = HeaderFields(), body: [UInt8] = [],
    delivery: Delivery = .whole, route: String? = nil
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.delivery = delivery
    self.route = route
  }

  /// Makes an answer with a body of a type.
  public init(status: Int = 200, type: MediaType, body: [UInt8]) {
    self.init(status: status, body: body)
    setKnown(type.description, for: .contentType)
  }

  /// Sets a field to a value that our own code has made.
  ///
  /// Traps on a control character: a value that comes from outside goes through `fields.set`.
  public mutating func setKnown(_ value: String, for name: HeaderName) {
    do {
      try fields.set(value, for: name)
    } catch {
      preconditionFailure("a field of our own making is broken: \(error)")
    }
  }
}
