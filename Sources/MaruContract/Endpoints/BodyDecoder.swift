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
  ///   coding path and expected type are.
  func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value
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
}
