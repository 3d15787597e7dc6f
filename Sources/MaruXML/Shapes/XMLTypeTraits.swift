#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a decoding has found out about a type.
final class XMLTypeTraits {
  /// Types that are read otherwise than they read themselves.
  enum Special: UInt8 {
    case none, string, date, data, url, decimal, tree, optionalString
  }

  let type: ObjectIdentifier
  let special: Special
  let shape: XMLResolvedShape?
  /// The type itself, if it is a list that can be read as such.
  let list: (any XMLList.Type)?
  /// What a probe of the type found; nil before there was need for one.
  var choice: XMLChoice??

  init(of type: Any.Type, special: Special, shape: XMLResolvedShape?) {
    self.type = ObjectIdentifier(type)
    self.special = special
    self.shape = shape
    // A shape may say something else of it. Whether the items can be read is asked of the runtime: where two
    // modules say how, it chooses.
    list = shape == nil ? type as? any XMLList.Type : nil
  }
}

/// A shape, shared by the containers of a decoding or encoding.
final class XMLResolvedShape {
  let root: String?
  let namespace: String?
  let prefixes: [(prefix: String, namespace: String)]
  let roles: [String: XMLRole]
  /// The key whose role is text, for a case of an enum.
  let textKey: String?

  init(_ shape: XMLShape) {
    root = shape.root
    namespace = shape.namespace
    roles = shape.roles
    prefixes = shape.prefixes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    textKey = shape.roles.first { $0.value.place == .text }?.key
  }
}

/// Traits by type. The slots hold those asked for last.
final class XMLTraitsTable {
  private let shapes: XMLShapes
  private var byType: [ObjectIdentifier: XMLTypeTraits] = [:]
  // Unchecked for speed. No access is in another: traits, which are ours, are copied.
  @exclusivity(unchecked) private var slots: [XMLTypeTraits?] = Array(repeating: nil, count: 16)

  init(_ shapes: XMLShapes) { self.shapes = shapes }

  @inline(__always)
  func traits<Value>(of type: Value.Type) -> XMLTypeTraits {
    let identity = ObjectIdentifier(type)
    // Metadata stand 16 bytes apart at least.
    let slot = Int(bitPattern: identity) >> 4 & 15
    // unsafe: as said there.
    if let traits = unsafe slots[slot], traits.type == identity { return traits }
    return find(type, slot)
  }

  @inline(never)
  private func find<Value>(_ type: Value.Type, _ slot: Int) -> XMLTypeTraits {
    let identity = ObjectIdentifier(type)
    let traits =
      byType[identity]
      ?? XMLTypeTraits(
        of: type, special: Self.special(type),
        shape: shapes.shape(of: type).map(XMLResolvedShape.init))
    byType[identity] = traits
    // unsafe: as said there.
    unsafe slots[slot] = traits
    return traits
  }

  private static func special(_ type: Any.Type) -> XMLTypeTraits.Special {
    if type == String.self { return .string }
    if type == Date.self { return .date }
    if type == Data.self { return .data }
    if type == URL.self { return .url }
    if type == Decimal.self { return .decimal }
    if type == XMLTree.self { return .tree }
    if type == String?.self { return .optionalString }
    return .none
  }
}
