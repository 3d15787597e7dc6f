public import struct Foundation.Data
public import MaruHTTP

/// What an endpoint promises to answer, and how it becomes a value.
///
/// `Accept` follows from it, and the response is judged by it before anything is decoded.
public struct ResponseFormat<Value: Sendable>: Sendable {
  /// What to ask the server for; becomes `Accept`. Empty: anything.
  public let accepts: [MediaType]
  package let reads: @Sendable (MediaType) -> Bool
  private let readsCharset: @Sendable (String, MediaType) -> Bool
  package let emptyValue: (@Sendable () -> Value)?
  private let read: @Sendable ([UInt8], MediaType?) throws -> Value
  /// Whether whatever comes is let go.
  package var discardsBody = false
  /// `Accept`'s value, put together once.
  package let acceptHeader: String

  /// Makes a format.
  ///
  /// - Parameters:
  ///   - accepts: what to ask the server for, best first. Empty: anything.
  ///   - reads: whether a body of this type can be read.
  ///   - readsCharset: whether a body in this character encoding can be read.
  ///   - emptyValue: the value of an answer without a body (204, 205); nil if there must be one.
  ///   - decode: reads a value from the whole body.
  public init(
    accepts: [MediaType], reads: @escaping @Sendable (MediaType) -> Bool,
    readsCharset: @escaping @Sendable (String) -> Bool = { _ in true },
    emptyValue: (@Sendable () -> Value)? = nil,
    decode: @escaping @Sendable ([UInt8]) throws -> Value
  ) {
    self.init(
      accepts: accepts, reads: reads, readsCharset: { charset, _ in readsCharset(charset) },
      emptyValue: emptyValue, read: { bytes, _ in try decode(bytes) })
  }

  private init(
    accepts: [MediaType], reads: @escaping @Sendable (MediaType) -> Bool,
    readsCharset: @escaping @Sendable (String, MediaType) -> Bool,
    emptyValue: (@Sendable () -> Value)?,
    read: @escaping @Sendable ([UInt8], MediaType?) throws -> Value
  ) {
    self.accepts = accepts
    self.reads = reads
    self.readsCharset = readsCharset
    self.emptyValue = emptyValue
    self.read = read
    acceptHeader =
      accepts.isEmpty ? "*/*" : accepts.map(\.description).joined(separator: ", ")
  }

  /// Whether a body of a type that can be read is in a character encoding that can be, too.
  package func readsCharset(of mediaType: MediaType) -> Bool {
    mediaType.charset.map { readsCharset($0, mediaType) } ?? true
  }

  /// Reads a value from the whole body.
  ///
  /// - Parameter mediaType: what the answer says it is; nil if it does not say.
  package func decode(_ bytes: [UInt8], sentAs mediaType: MediaType? = nil) throws -> Value {
    try read(bytes, mediaType)
  }
}

extension ResponseFormat where Value: Decodable {
  /// A value read by `decoder`; an optional one is nil when the answer has no body.
  public static func decoded(by decoder: some BodyDecoder) -> ResponseFormat {
    ResponseFormat(
      accepts: decoder.mediaTypes, reads: { decoder.reads($0) },
      readsCharset: { charset, _ in decoder.reads(charset: charset) }, emptyValue: emptyOptional(),
      read: { try decoder.decode(Value.self, from: $0, sentAs: $1) })
  }

  /// A value read by the first of several decoders that reads the answer's content type; the first of
  /// all reads an answer without one.
  ///
  /// For a service that answers in the format that it likes best. The server is asked for all of their
  /// types, in their order.
  public static func decoded(
    byContentType first: some BodyDecoder, _ others: any BodyDecoder...
  ) -> ResponseFormat {
    let decoders: [any BodyDecoder] = [first] + others
    @Sendable func decoder(of mediaType: MediaType?) -> any BodyDecoder {
      mediaType.flatMap { type in decoders.first { $0.reads(type) } } ?? first
    }
    return ResponseFormat(
      accepts: decoders.flatMap(\.mediaTypes),
      reads: { type in decoders.contains { $0.reads(type) } },
      readsCharset: { charset, type in decoder(of: type).reads(charset: charset) },
      emptyValue: emptyOptional(),
      read: { try decoder(of: $1).decode(Value.self, from: $0, sentAs: $1) })
  }

  /// A value in JSON, read by ``JSONBodyDecoder/standard``.
  public static var json: ResponseFormat { decoded(by: JSONBodyDecoder.standard) }

  private static func emptyOptional() -> (@Sendable () -> Value)? {
    guard let optional = Value.self as? any OptionalValue.Type,
      let none = optional.none as? Value
    else { return nil }
    return { none }
  }
}

/// Finds out at run time that a value is optional.
private protocol OptionalValue {
  static var none: Self { get }
}

extension Optional: OptionalValue {}

extension ResponseFormat where Value == Void {
  /// Nothing: whatever comes is read and let go.
  public static var nothing: ResponseFormat {
    var format = ResponseFormat(
      accepts: [], reads: { _ in true }, emptyValue: {}, decode: { _ in })
    format.discardsBody = true
    return format
  }
}

extension ResponseFormat where Value == String {
  /// Plain text in UTF-8.
  public static var text: ResponseFormat {
    ResponseFormat(
      accepts: [.text], reads: { $0.matches(.text) },
      readsCharset: { $0 == "utf-8" || $0 == "utf8" || $0 == "us-ascii" }, emptyValue: { "" },
      decode: { bytes in
        guard let text = String(validating: bytes, as: UTF8.self) else { throw NotUTF8() }
        return text
      })
  }
}

private struct NotUTF8: Error {}

extension ResponseFormat where Value == Data {
  /// The body's bytes, of whatever type.
  public static var bytes: ResponseFormat {
    ResponseFormat(accepts: [], reads: { _ in true }, emptyValue: { Data() }, decode: { Data($0) })
  }

  /// The body's bytes if they are of one of these types: what a download promises, so that a login
  /// page is no file.
  public static func bytes(of types: [MediaType]) -> ResponseFormat {
    ResponseFormat(
      accepts: types, reads: { type in types.contains { $0.matches(type) } },
      emptyValue: { Data() }, decode: { Data($0) })
  }
}
