/// What a document may claim at most; above, reading ends with ``XMLError/Code/limitExceeded``.
///
/// Memory grows with the document's bytes, with these as the bounds, and time with both.
public struct XMLLimits: Sendable, Hashable {
  /// Bytes of the document as it comes, and as UTF-8; 1 GiB. At most 4,000,000,000.
  public var documentBytes: Int
  /// Elements inside each other; 512, as nobody writes deeper ones by hand.
  public var depth: Int
  /// Attributes and namespace declarations of one element; 256.
  public var attributes: Int
  /// Bytes of one name with its prefix, as UTF-8; 1,024.
  public var nameBytes: Int
  /// Different names in a document; 65,536. At most 16,777,215.
  public var names: Int
  /// Bytes of one piece of text, one attribute's value, one comment or one instruction; 64 MiB.
  public var textBytes: Int
  /// Elements, attributes and pieces of text together; 100,000,000, at 16 bytes each.
  public var records: Int

  /// Sets limits; each has a default that common documents stay far below.
  public init(
    documentBytes: Int = 1 << 30, depth: Int = 512, attributes: Int = 256, nameBytes: Int = 1024,
    names: Int = 65_536, textBytes: Int = 1 << 26, records: Int = 100_000_000
  ) {
    self.documentBytes = documentBytes
    self.depth = depth
    self.attributes = attributes
    self.nameBytes = nameBytes
    self.names = names
    self.textBytes = textBytes
    self.records = records
  }
}

/// What an internal document type declaration may claim at most.
public struct XMLEntityLimits: Sendable, Hashable {
  /// Declarations of entities, attributes, elements and notations together; 10,000.
  public var declarations: Int
  /// Entities inside each other; 16.
  public var depth: Int
  /// Bytes that all expansions of entities and defaults may give together; 1 MiB.
  public var expandedBytes: Int

  /// Sets limits.
  public init(declarations: Int = 10_000, depth: Int = 16, expandedBytes: Int = 1 << 20) {
    self.declarations = declarations
    self.depth = depth
    self.expandedBytes = expandedBytes
  }
}
