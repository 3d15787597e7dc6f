#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Reads `Decodable` types from XML.
///
/// ```swift
/// let shelf = try XMLDecoder().decode(Shelf.self, from: bytes)
/// ```
///
/// A property is an element of its key's name, or an attribute if there is no such element; a list is
/// as many elements as there are, none among them. ``XMLShape`` tells what stands elsewhere. An
/// optional property is nil if its element is missing, says `xsi:nil="true"`, or is empty and the
/// property is no string. A name in the document fits a key if it has no prefix, else if it is in the
/// namespace of the element around it; ``XMLShape`` names other namespaces.
///
/// Everything that is refused throws ``XMLError``, with its place in the document and the path to the
/// value. What a type's own `init(from:)` throws comes through unchanged, but for `DecodingError`,
/// which becomes an ``XMLError``.
public struct XMLDecoder: Sendable {
  /// How the document is read, and its limits.
  public var options: XMLReadingOptions
  /// How names follow from keys; they are the keys by default.
  public var keyStrategy = XMLKeyStrategy.unchanged
  /// How dates are written; as XML Schema has them by default.
  public var dateStrategy = XMLDateStrategy.schema
  /// How data are written; in Base64 by default.
  public var dataStrategy = XMLDataStrategy.base64
  /// Which texts are numbers. By default white space around is allowed, and no separator of groups.
  public var numberStrategy = XMLNumberStrategy()
  /// Which texts are true and false; XML Schema's by default.
  public var boolStrategy = XMLBoolStrategy.schema
  /// White space around strings and empty optional ones; both are kept by default.
  public var stringStrategy = XMLStringStrategy()
  /// Two elements for one value; an error by default.
  public var repetitionStrategy = XMLRepetitionStrategy.refused
  /// Shapes of types that don't tell their own.
  public var shapes = XMLShapes()
  /// Whether the key `@attributes` stands for an element's attributes and `#value` for its text, as
  /// types have them that were written for XML turned into JSON. Off by default.
  public var readsJSONConvention = false
  /// How many keys and indices may lead to a value; 1,024, which is 512 elements with lists between
  /// them. More throws ``XMLError/Code/limitExceeded``, since each takes some of the thread's stack; so do
  /// fewer if that stack is nearly used up.
  public var maximumPathLength = 1024
  /// For the types that are decoded, as in Foundation's decoders.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes a decoder with the defaults.
  public init(options: XMLReadingOptions = XMLReadingOptions()) { self.options = options }

  /// Reads a value from a document's bytes.
  ///
  /// - Parameters:
  ///   - type: what to read.
  ///   - bytes: the whole document.
  ///   - root: the name that the root must have. If nil, it must have the one that the type's shape
  ///     names; without one, any.
  /// - Throws: ``XMLError``, and what the type itself throws.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: [UInt8], root: XMLName? = nil
  ) throws -> Value {
    try decode(type, from: XMLArena.parse(bytes, options: options), root: root)
  }

  /// Reads a value from a document's data.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, root: XMLName? = nil
  ) throws -> Value {
    try decode(type, from: Array(data), root: root)
  }

  /// Reads a value from a document in a string; what its declaration says of an encoding is ignored.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from text: String, root: XMLName? = nil
  ) throws -> Value {
    try decode(type, from: XMLArena.parse(text, options: options), root: root)
  }

  /// Reads an enum whose case is chosen by the root's name, for services that answer an error under
  /// another root than success.
  ///
  /// ```swift
  /// enum Answer: Decodable {
  ///   case response(Page)
  ///   case failure(ServiceError)
  ///   enum CodingKeys: String, CodingKey { case response, failure = "OpenAPI_ServiceResponse" }
  /// }
  /// switch try decoder.decode(oneOf: Answer.self, from: bytes) { … }
  /// ```
  ///
  /// - Throws: ``XMLError``; ``XMLError/Code/unexpectedRoot`` if no case has the root's name.
  public func decode<Value: Decodable>(
    oneOf type: Value.Type, from bytes: [UInt8]
  ) throws -> Value {
    try decode(oneOf: type, from: XMLArena.parse(bytes, options: options))
  }

  /// Reads an enum whose case is chosen by the root's name.
  public func decode<Value: Decodable>(oneOf type: Value.Type, from data: Data) throws -> Value {
    try decode(oneOf: type, from: Array(data))
  }

  /// Reads an enum whose case is chosen by the root's name.
  public func decode<Value: Decodable>(oneOf type: Value.Type, from text: String) throws -> Value {
    try decode(oneOf: type, from: XMLArena.parse(text, options: options))
  }
}

extension XMLDecoder {
  /// Reads a value from an element of a parsed document.
  package func decode<Value: Decodable>(
    _ type: Value.Type, from arena: XMLArena, at index: Int
  ) throws -> Value {
    let session = XMLDecodingSession(arena, self)
    defer { session.end() }
    return try session.value(type, at: XMLPlace(item: index))
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, from arena: XMLArena, root: XMLName?
  ) throws -> Value {
    let session = XMLDecodingSession(arena, self)
    defer { session.end() }
    let shape = session.traits(of: type).shape
    if let name = root ?? shape?.root.map({ XMLName($0, in: shape?.namespace) }) {
      try session.checkRoot(name)
    }
    return try session.value(type, at: XMLPlace(item: arena.root))
  }

  private func decode<Value: Decodable>(oneOf type: Value.Type, from arena: XMLArena) throws
    -> Value
  {
    let session = XMLDecodingSession(arena, self)
    defer { session.end() }
    guard let choice = session.choice(of: type),
      let chosen = session.chosen(by: choice, arena.root, in: nil)
    else {
      throw session.error(
        .unexpectedRoot, at: arena.root,
        expected: "a root that is named like a case of \(type)",
        found: session.found(element: arena.root))
    }
    return try session.value(type, chosen: chosen, choice.shape)
  }
}
