public import MaruHTTP

/// Turns a body into a value: JSON here, XML and others in libraries of their own.
public protocol BodyDecoder: Sendable {
  /// What to ask the server for, best first; becomes `Accept`.
  var mediaTypes: [MediaType] { get }

  /// Whether it can read a body of this type.
  func reads(_ mediaType: MediaType) -> Bool

  /// Whether it can read a body in this character encoding; the name is in lower case.
  func reads(charset: String) -> Bool

  /// Reads a value; runs off the main actor.
  ///
  /// - Throws: whatever says what is wrong; none of its text is shown, but a `DecodingError`'s
  ///   coding path and expected type are, and what an ``UnreadableBody`` says.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value

  /// Reads a value from a body whose message says what it is; this is what an answer is read with.
  ///
  /// For formats to which the message has something to say, as XML's charset (RFC 7303 §3.2). By
  /// default what the message says is passed over.
  ///
  /// - Parameters:
  ///   - type: what is promised.
  ///   - bytes: the whole body.
  ///   - mediaType: the `Content-Type` with its parameters; nil without one.
  /// - Throws: as ``decode(_:from:)``.
  func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], sentAs mediaType: MediaType?
  ) throws -> Value
}

extension BodyDecoder {
  /// Whether it is one of ``mediaTypes``.
  public func reads(_ mediaType: MediaType) -> Bool {
    mediaTypes.contains { $0.matches(mediaType) }
  }

  /// Whether it is UTF-8 or the part of it that is called US-ASCII.
  public func reads(charset: String) -> Bool {
    charset == "utf-8" || charset == "utf8" || charset == "us-ascii"
  }

  /// Reads what the bytes say alone.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], sentAs mediaType: MediaType?
  ) throws -> Value {
    try decode(type, from: bytes)
  }
}
