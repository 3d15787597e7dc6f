public import struct Foundation.Data
public import MaruHTTP

/// What an endpoint promises to answer, and how it becomes a value.
///
/// `Accept` follows from it, and the response is judged by it before anything is decoded.
public struct ResponseFormat<Value: Sendable>: Sendable {
  /// What to ask the server for; becomes `Accept`. Empty: anything.
  public let accepts: [MediaType]
  package let reads: @Sendable (MediaType) -> Bool
  package let readsCharset: @Sendable (String) -> Bool
  package let emptyValue: (@Sendable () -> Value)?
  package let decode: @Sendable ([UInt8]) throws -> Value
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
    self.accepts = accepts
    self.reads = reads
    self.readsCharset = readsCharset
    self.emptyValue = emptyValue
    self.decode = decode
    acceptHeader =
      accepts.isEmpty ? "*/*" : accepts.map(\.description).joined(separator: ", ")
  }
}

extension ResponseFormat where Value: Decodable {
  /// A value read by `decoder`; an optional one is nil when the answer has no body.
  public static func decoded(by decoder: some BodyDecoder) -> ResponseFormat {
    ResponseFormat(
      accepts: decoder.mediaTypes, reads: { decoder.reads($0) },
      readsCharset: { decoder.reads(charset: $0) }, emptyValue: emptyOptional(),
      decode: { try decoder.decode(Value.self, from: $0) })
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
