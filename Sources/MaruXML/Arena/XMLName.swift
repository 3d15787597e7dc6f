/// The name of an element or an attribute: a namespace and a local part. The prefix is no part of it.
///
/// Source: Namespaces in XML 1.0, §2.1 (expanded name).
public struct XMLName: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The namespace's URI; nil for a name that is in none.
  public let namespace: String?
  /// The part behind the prefix.
  public let local: String

  /// Names something in a namespace, or in none.
  ///
  /// An empty namespace is none.
  public init(_ local: String, in namespace: String? = nil) {
    self.local = local
    self.namespace = namespace == "" ? nil : namespace
  }

  /// Names something in no namespace.
  public init(stringLiteral local: String) { self.init(local) }

  /// Compares bytes: XML knows no equivalence of characters.
  public static func == (left: XMLName, right: XMLName) -> Bool {
    left.local.utf8.elementsEqual(right.local.utf8)
      && (left.namespace ?? "").utf8.elementsEqual((right.namespace ?? "").utf8)
  }

  /// Mixes in the bytes of both parts.
  public func hash(into hasher: inout Hasher) {
    for byte in local.utf8 { hasher.combine(byte) }
    hasher.combine(0 as UInt8)
    for byte in (namespace ?? "").utf8 { hasher.combine(byte) }
  }

  /// `local`, or `{namespace}local`.
  public var description: String { namespace.map { "{\($0)}\(local)" } ?? local }
}
