extension XMLTree: Hashable {
  /// Whether both say the same: names, attributes in any order, text, elements, and comments and
  /// instructions where they were kept.
  ///
  /// Prefixes, declarations of namespaces, the form of references and whether text was CDATA do not
  /// matter. Takes time and memory as the sizes of both.
  public static func == (left: XMLTree, right: XMLTree) -> Bool {
    if left.arena === right.arena, left.index == right.index { return true }
    return left.content == right.content
  }

  /// Mixes in what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }

  /// All that counts, as bytes; zeros part the pieces, since no document holds one.
  private var content: [UInt8] {
    var output: [UInt8] = []
    var ends: [Int] = []
    var isInText = false
    var place = index
    let stop = arena.end(ofElement: index)
    while place < stop || !ends.isEmpty {
      if let end = ends.last, place >= end {
        ends.removeLast()
        output += isInText ? [0, UInt8(ascii: "/")] : [UInt8(ascii: "/")]
        isInText = false
        continue
      }
      let record = arena.records[place]
      if isInText, !record.isText {
        output.append(0)
        isInText = false
      }
      switch record.kind {
      case .element:
        output.append(UInt8(ascii: "E"))
        append(record.name, to: &output)
        appendAttributes(of: place, to: &output)
        ends.append(arena.end(ofElement: place))
        place = arena.firstChild(ofElement: place)
        continue
      case .text, .cdata:
        if record.length > 0 {
          if !isInText { output.append(UInt8(ascii: "T")) }
          isInText = true
          arena.resolve(place, into: &output)
        }
      case .comment:
        output.append(UInt8(ascii: "C"))
        arena.resolve(place, into: &output)
        output.append(0)
      case .instruction:
        output.append(UInt8(ascii: "I"))
        append(record.name, to: &output)
        arena.resolve(place, into: &output)
        output.append(0)
      case .attribute, .namespace: break
      }
      place += 1
    }
    return output
  }

  private func append(_ name: UInt32, to output: inout [UInt8]) {
    output += arena.namespaces[Int(arena.names[Int(name)].namespace)].utf8
    output.append(0)
    output += arena.nameBytes[arena.localSpan(ofName: name)]
    output.append(0)
  }

  private func appendAttributes(of element: Int, to output: inout [UInt8]) {
    var attributes: [[UInt8]] = []
    for place in arena.attributes(ofElement: element) where arena.records[place].isAttribute {
      var attribute: [UInt8] = [UInt8(ascii: "A")]
      append(arena.records[place].name, to: &attribute)
      arena.resolve(place, into: &attribute)
      attribute.append(0)
      attributes.append(attribute)
    }
    attributes.sort { $0.lexicographicallyPrecedes($1) }
    for attribute in attributes { output += attribute }
  }
}
