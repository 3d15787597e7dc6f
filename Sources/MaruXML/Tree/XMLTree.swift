/// An element of a parsed document with all that is in it: a value that never changes.
///
/// It is a handle on the document's bytes and costs as much as two words. Strings are made when they
/// are asked for. Looking for what is not there gives nil or nothing, never a trap.
///
/// ```swift
/// let feed = try XMLTree(text)
/// let titles = feed["channel"]?.elements("item").compactMap { $0["title"]?.text } ?? []
/// ```
///
/// A tree keeps its whole document alive, however small a part of it the tree is.
public struct XMLTree: Sendable {
  let arena: XMLArena
  let index: Int

  package init(arena: XMLArena, index: Int) {
    self.arena = arena
    self.index = index
  }

  /// Parses a document from a string; what its declaration says of an encoding does not matter.
  ///
  /// - Throws: ``XMLError`` at the first thing that is wrong.
  public init(
    _ text: String, options: XMLReadingOptions = XMLReadingOptions()
  ) throws(XMLError) {
    let arena = try XMLArena.parse(text, options: options)
    self.init(arena: arena, index: arena.root)
  }

  /// Parses a document from bytes, in the encoding that they say or that the options know.
  ///
  /// - Throws: ``XMLError`` at the first thing that is wrong.
  public init(
    bytes: [UInt8], options: XMLReadingOptions = XMLReadingOptions()
  ) throws(XMLError) {
    let arena = try XMLArena.parse(bytes, options: options)
    self.init(arena: arena, index: arena.root)
  }

  /// Namespace and local part.
  public var name: XMLName { arena.name(arena.records[index].name) }

  /// The prefix that it was written with; "" if it had none.
  public var prefix: String { Self.prefix(of: arena.qualifiedName(ofRecord: index)) }

  /// Where its start tag begins.
  public var position: XMLPosition { arena.position(ofRecord: index) }

  static func prefix(of qualified: String) -> String {
    qualified.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(qualified[..<$0]) } ?? ""
  }
}

// Attributes.
extension XMLTree {
  /// An attribute as it is written; namespace declarations are none.
  public struct Attribute: Sendable, Hashable {
    /// Namespace and local part.
    public let name: XMLName
    /// The value, with references resolved.
    public let value: String
    /// The prefix that it was written with; "" if it had none.
    public let prefix: String
    /// Whether it is not written but a default of the document type declaration.
    public let isDefault: Bool
  }

  /// All attributes, as they are written.
  public var attributes: [Attribute] {
    arena.attributes(ofElement: index).compactMap { place in
      let record = arena.records[place]
      guard record.isAttribute else { return nil }
      return Attribute(
        name: arena.name(record.name), value: arena.string(ofRecord: place),
        prefix: Self.prefix(of: arena.qualifiedName(ofRecord: place)),
        isDefault: record.isDefaulted)
    }
  }

  /// An attribute's value; nil if there is none of that name.
  public subscript(attribute name: XMLName) -> String? {
    guard let number = arena.nameNumber(name) else { return nil }
    return arena.attributes(ofElement: index).first {
      arena.records[$0].isAttribute && arena.records[$0].name == number
    }.map { arena.string(ofRecord: $0) }
  }

  /// The namespace that a prefix stands for here, for names in values; "" is the default's prefix.
  public func namespace(ofPrefix prefix: String) -> String? {
    arena.namespace(ofPrefix: prefix, atElement: index)
  }

  /// What is declared at this element itself.
  var declarations: [(prefix: String, namespace: String)] {
    arena.attributes(ofElement: index).compactMap { place in
      let record = arena.records[place]
      guard record.kind == .namespace else { return nil }
      return (arena.declaredPrefix(ofRecord: place), arena.namespaces[Int(record.name)])
    }
  }
}

// Finding elements, and text.
extension XMLTree {
  /// The elements in this one, without those deeper down.
  public var elements: [XMLTree] {
    children(where: { _ in true })
  }

  /// The elements of a name in this one, without those deeper down; none, one or many.
  public func elements(_ name: XMLName) -> [XMLTree] {
    guard let number = arena.nameNumber(name) else { return [] }
    return children(where: { $0.name == number })
  }

  /// The first element of a name; nil if there is none.
  public subscript(_ name: XMLName) -> XMLTree? {
    guard let number = arena.nameNumber(name) else { return nil }
    var child = arena.firstChild(ofElement: index)
    let end = arena.end(ofElement: index)
    while child < end {
      let record = arena.records[child]
      if record.isElement, record.name == number { return XMLTree(arena: arena, index: child) }
      child = arena.next(child)
    }
    return nil
  }

  /// All elements at the end of a path of names, in the document's order.
  public func elements(at path: XMLName...) -> [XMLTree] {
    path.reduce([self]) { found, name in found.flatMap { $0.elements(name) } }
  }

  /// Text and CDATA directly in this element, joined; without what is in elements of it.
  public var text: String {
    var bytes: [UInt8] = []
    _ = arena.resolveText(ofElement: index, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Text and CDATA of this element and of all in it, joined in the document's order.
  public var fullText: String {
    var bytes: [UInt8] = []
    for place in index + 1..<arena.end(ofElement: index) where arena.records[place].isText {
      arena.resolve(place, into: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func children(where fits: (XMLRecord) -> Bool) -> [XMLTree] {
    var found: [XMLTree] = []
    var child = arena.firstChild(ofElement: index)
    let end = arena.end(ofElement: index)
    while child < end {
      let record = arena.records[child]
      if record.isElement, fits(record) { found.append(XMLTree(arena: arena, index: child)) }
      child = arena.next(child)
    }
    return found
  }
}
