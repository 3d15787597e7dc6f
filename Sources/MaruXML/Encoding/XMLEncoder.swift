#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Writes `Encodable` types as XML.
///
/// ```swift
/// let data = try XMLEncoder().encode(shelf)
/// ```
///
/// What it writes is always well-formed and reads back as it was: what has to be escaped is, and what
/// no document can hold (U+0001, a name with a blank) throws, with the path to the value. A property
/// is an element of its key's name, a list as many of them; ``XMLShape`` tells what stands elsewhere.
public struct XMLEncoder: Sendable {
  /// How names follow from keys; they are the keys by default.
  public var keyStrategy = XMLKeyStrategy.unchanged
  /// How dates are written; as XML Schema has them by default.
  public var dateStrategy = XMLDateStrategy.schema
  /// How data are written; in Base64 by default.
  public var dataStrategy = XMLDataStrategy.base64
  /// What is written for numbers without an end; they throw by default. The rest of the strategy is
  /// for reading.
  public var numberStrategy = XMLNumberStrategy()
  /// What is written for true and false; XML Schema's texts by default.
  public var boolStrategy = XMLBoolStrategy.schema
  /// What is written for nil in a property; nothing by default. In a list, it is marked always, since
  /// the others would move up.
  public var nilStrategy = XMLNilStrategy.omitted
  /// Shapes of types that don't tell their own.
  public var shapes = XMLShapes()
  /// How deep to indent; nil, the default, is one line. Elements that may have text in them, as those
  /// with ordered content, stay as they are, since white space would be part of the text.
  public var indentation: Int?
  /// Whether the XML declaration is written; on by default.
  public var writesDeclaration = true
  /// Elements in each other; 512, as many as a decoder takes by default. More throws.
  public var maximumDepth = 512
  /// The name of items in a list that is in another one, or that is the root.
  public var itemName = "item"
  /// For the types that are encoded, as in Foundation's encoders.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes an encoder with the defaults.
  public init() {}

  /// Writes a value as a document in UTF-8.
  ///
  /// - Parameters:
  ///   - value: what to write.
  ///   - root: the root's name. If nil, it is the one that the type's shape names, else the type's own
  ///     name if XML allows it, else `root`.
  /// - Throws: ``XMLError`` with ``XMLError/Code/unwritable``, and what the type itself throws.
  public func encode<Value: Encodable>(_ value: Value, root: XMLName? = nil) throws -> Data {
    Data(try bytes(value, root: root))
  }

  /// Writes a value as a document in UTF-8.
  public func bytes<Value: Encodable>(_ value: Value, root: XMLName? = nil) throws -> [UInt8] {
    let session = XMLEncodingSession(self)
    let shape = session.traits(of: Value.self).shape
    let name =
      root ?? shape?.root.map { XMLName($0, in: shape?.namespace) }
      ?? XMLName(Self.name(of: Value.self), in: shape?.namespace)
    return finish(try session.root(value, name, shape))
  }

  /// Writes a value as a document in a string.
  public func text<Value: Encodable>(_ value: Value, root: XMLName? = nil) throws -> String {
    String(decoding: try bytes(value, root: root), as: UTF8.self)
  }

  /// Writes an enum whose case names the root, as a decoder reads it with `decode(oneOf:from:)`.
  public func bytes<Value: Encodable>(oneOf value: Value) throws -> [UInt8] {
    let session = XMLEncodingSession(self)
    return finish(try session.chosenRoot(value))
  }

  private static func name(of type: Any.Type) -> String {
    let name = String(describing: type)
    return XMLMarkup.isNCName(name) ? name : "root"
  }

  private func finish(_ document: [UInt8]) -> [UInt8] {
    guard let indentation else {
      return writesDeclaration ? Self.declaration + document : document
    }
    let laidOut = XMLLayout(spaces: max(0, indentation)).write(document)
    return writesDeclaration ? Self.declaration + laidOut : laidOut
  }

  private static let declaration = Array("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
}
