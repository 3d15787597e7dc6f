/// How a tree is written.
public struct XMLWritingOptions: Sendable, Hashable {
  /// Whether `<?xml version="1.0" encoding="UTF-8"?>` comes first.
  public var hasDeclaration: Bool
  /// Blanks before each element for each level; nil writes no white space of its own.
  ///
  /// Only where an element holds nothing but elements, comments and instructions: text always stays
  /// exactly as it is.
  public var indentation: Int?

  /// Writes a declaration and no white space unless told otherwise.
  public init(hasDeclaration: Bool = true, indentation: Int? = nil) {
    self.hasDeclaration = hasDeclaration
    self.indentation = indentation
  }
}

extension XMLTree {
  /// The tree as a document in UTF-8, which reads back as an equal tree.
  ///
  /// Prefixes stay as they were written where they can, and declarations of prefixes too.
  public func write(_ options: XMLWritingOptions = XMLWritingOptions()) -> [UInt8] {
    var writer = XMLMarkupWriter()
    do {
      if options.hasDeclaration {
        try writer.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
      }
      try write(to: &writer, indentation: options.indentation)
      if options.indentation != nil { try writer.raw("\n") }
    } catch {
      // A tree came from a document, and holds nothing that a document can't.
      preconditionFailure("a parsed tree could not be written: \(error)")
    }
    return writer.output
  }

  /// The tree as a document in a string.
  public func string(_ options: XMLWritingOptions = XMLWritingOptions()) -> String {
    String(decoding: write(options), as: UTF8.self)
  }

  func write(to writer: inout XMLMarkupWriter, indentation: Int?) throws(XMLError) {
    // Where each open element ends, and whether it may be laid out.
    var open: [(end: Int, isLaidOut: Bool)] = []
    var place = index
    while true {
      while let last = open.last, place >= last.end {
        open.removeLast()
        if last.isLaidOut { try breakLine(&writer, indentation, open.count) }
        try writer.end()
      }
      if open.isEmpty, place != index { return }
      if open.last?.isLaidOut == true { try breakLine(&writer, indentation, open.count) }
      let record = arena.records[place]
      switch record.kind {
      case .element:
        let element = XMLTree(arena: arena, index: place)
        try element.writeStart(to: &writer)
        open.append((arena.end(ofElement: place), indentation != nil && element.isLayout))
        place = arena.firstChild(ofElement: place)
        continue
      case .text: try writer.text(arena.string(ofRecord: place))
      case .cdata: try writer.cdata(arena.string(ofRecord: place))
      case .comment: try writer.comment(arena.string(ofRecord: place))
      case .instruction:
        try writer.instruction(arena.name(record.name).local, arena.string(ofRecord: place))
      case .attribute, .namespace: break
      }
      place += 1
    }
  }

  private func writeStart(to writer: inout XMLMarkupWriter) throws(XMLError) {
    try writer.start(name, prefix: prefix)
    for declaration in declarations { writer.declare(declaration.prefix, declaration.namespace) }
    for attribute in attributes {
      try writer.attribute(attribute.name, prefix: attribute.prefix, attribute.value)
    }
  }

  /// Whether it holds something, and no text.
  private var isLayout: Bool {
    var child = arena.firstChild(ofElement: index)
    let end = arena.end(ofElement: index)
    guard child < end else { return false }
    while child < end {
      if arena.records[child].isText { return false }
      child = arena.next(child)
    }
    return true
  }

  private func breakLine(
    _ writer: inout XMLMarkupWriter, _ indentation: Int?, _ depth: Int
  ) throws(XMLError) {
    try writer.raw("\n" + String(repeating: " ", count: depth * max(0, indentation ?? 0)))
  }
}
