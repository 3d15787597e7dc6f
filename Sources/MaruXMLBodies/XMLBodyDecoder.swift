public import MaruContract
public import MaruHTTP
public import MaruXML

/// Reads XML bodies.
///
/// The encoding is found as RFC 7303 §3.2 says: a byte order mark, else the message's charset, else the
/// document's declaration. An app that knows better imposes one in the decoder's `options`; then what
/// the message names does not matter. A page of HTML is refused whatever it says that it is.
public struct XMLBodyDecoder: BodyDecoder {
  private let decoder: XMLDecoder
  private let choosesByRoot: Bool

  /// Reads with `XMLDecoder`'s defaults.
  public static let standard = XMLBodyDecoder()

  /// Reads with an app's decoder.
  ///
  /// - Parameters:
  ///   - decoder: how documents are read, and their limits.
  ///   - choosesByRoot: whether the value is an enum whose case is chosen by the root's name, as in
  ///     `decode(oneOf:from:)`; else the root must be the one that the type's shape names, if it
  ///     names one.
  public init(_ decoder: XMLDecoder = XMLDecoder(), choosesByRoot: Bool = false) {
    self.decoder = decoder
    self.choosesByRoot = choosesByRoot
  }

  /// `application/xml` and `text/xml`.
  public var mediaTypes: [MediaType] { [.xml, .textXML] }

  /// Whether it is XML by name or by suffix. XHTML is not: where data were promised, it is a page for
  /// people, as a proxy sends it.
  public func reads(_ mediaType: MediaType) -> Bool {
    mediaType.isXML && mediaType.subtype != "xhtml+xml"
  }

  /// Whether MaruXML knows the encoding: UTF-8, UTF-16, US-ASCII, ISO-8859-1, windows-1252 and EUC-KR
  /// with its extension, by the WHATWG's labels.
  public func reads(charset: String) -> Bool {
    if case .imposed = decoder.options.encoding { return true }
    return XMLEncoding(label: charset) != nil
  }

  /// Reads a value from a document that alone says what it is in.
  ///
  /// - Throws: `UnreadableBody`, and what the type itself throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try read(type, from: bytes, by: decoder)
  }

  /// Reads a value from a document, in the charset that the message names.
  ///
  /// - Throws: `UnreadableBody`, and what the type itself throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], sentAs mediaType: MediaType?
  ) throws -> Value {
    var decoder = decoder
    if let charset = mediaType?.charset, decoder.options.encoding == .document {
      decoder.options.encoding = .charset(charset)
    }
    return try read(type, from: bytes, by: decoder)
  }

  private func read<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], by decoder: XMLDecoder
  ) throws -> Value {
    // A type that needs nothing would be read from a page without complaint.
    if !choosesByRoot, XMLBodyForm(bytes) == .html { throw UnreadableBody(.html, cause: nil) }
    do {
      return try choosesByRoot
        ? decoder.decode(oneOf: type, from: bytes) : decoder.decode(type, from: bytes)
    } catch let error as XMLError {
      throw UnreadableBody(error, reading: bytes)
    }
  }
}
