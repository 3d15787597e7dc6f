public import MaruContract
internal import MaruHTTP
public import MaruXML

extension EndpointBody {
  /// A value as an XML document in UTF-8, sent as `application/xml`.
  ///
  /// What XML can't hold fails the call with the code `configuration`, before anything is sent. A
  /// dictionary's order is another in each process: where the server compares a repeated write byte for
  /// byte, send types with properties.
  ///
  /// - Parameters:
  ///   - value: what is sent.
  ///   - root: the root's name; nil: the one that the type's shape names, else the type's own.
  ///   - encoder: how it is written.
  public static func xml(
    _ value: some Encodable & Sendable, root: XMLName? = nil, encoder: XMLEncoder = XMLEncoder()
  ) -> EndpointBody {
    EndpointBody { .bytes(try encoder.bytes(value, root: root), as: .xml) }
  }

  /// An enum whose case names the root, as an XML document in UTF-8.
  public static func xml(
    oneOf value: some Encodable & Sendable, encoder: XMLEncoder = XMLEncoder()
  ) -> EndpointBody {
    EndpointBody { .bytes(try encoder.bytes(oneOf: value), as: .xml) }
  }

  /// A tree as an XML document in UTF-8, as it is.
  public static func xml(_ tree: XMLTree) -> EndpointBody {
    EndpointBody { .bytes(tree.write(), as: .xml) }
  }
}
