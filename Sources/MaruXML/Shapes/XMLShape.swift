/// How a type stands in XML, told beside it: its keys stay what JSON needs.
///
/// ```swift
/// struct Cost: Codable, XMLShaped {
///   var unit: String
///   var amount: Decimal
///
///   static let xmlShape = XMLShape(
///     "cost", roles: [CodingKeys.unit: .attribute, CodingKeys.amount: .text])
/// }
/// // <cost unit="KRW">5</cost>
/// ```
///
/// Most types need none.
public struct XMLShape: Sendable {
  /// The name of the document's root if it is a value of this type; also the name of items in a list
  /// that has no name for them.
  public let root: String?
  /// The namespace of the root and of everything in it that has no other; nil for that of the element
  /// it stands in.
  public let namespace: String?
  /// Prefixes that an encoder declares where the type begins, by prefix; the empty one is the default
  /// namespace. A decoder does not look at prefixes.
  public let prefixes: [String: String]
  let roles: [String: XMLRole]

  /// Describes a type.
  ///
  /// - Parameters:
  ///   - root: the root's name. A decoder refuses a document with another one.
  ///   - namespace: the namespace's URI.
  ///   - prefixes: which prefixes an encoder declares.
  ///   - roles: where properties stand that are not elements of their key's name.
  public init(
    _ root: String? = nil, in namespace: String? = nil, prefixes: [String: String] = [:],
    roles: XMLRoles = [:]
  ) {
    self.root = root
    self.namespace = namespace
    self.prefixes = prefixes
    self.roles = roles.byKey
  }
}

/// Roles by coding key; made by a dictionary literal.
public struct XMLRoles: Sendable, ExpressibleByDictionaryLiteral {
  let byKey: [String: XMLRole]

  /// Gives a role to each key; of two for one key, the last counts.
  public init(dictionaryLiteral elements: (any CodingKey, XMLRole)...) {
    byKey = Dictionary(elements.map { ($0.0.stringValue, $0.1) }, uniquingKeysWith: { $1 })
  }
}

/// A type that tells its shape itself.
///
/// For a type of somebody else's there is ``XMLShapes``.
public protocol XMLShaped {
  /// How it stands in XML.
  static var xmlShape: XMLShape { get }
}

/// Shapes of types that can't tell them, for a decoder and an encoder alike.
public struct XMLShapes: Sendable {
  private var byType: [ObjectIdentifier: XMLShape] = [:]

  /// Knows no type yet.
  public init() {}

  /// The shape of a type; goes before what the type itself tells.
  public subscript(_ type: Any.Type) -> XMLShape? {
    get { byType[ObjectIdentifier(type)] }
    set { byType[ObjectIdentifier(type)] = newValue }
  }

  func shape(of type: Any.Type) -> XMLShape? {
    self[type] ?? (type as? any XMLShaped.Type)?.xmlShape
  }
}
