// Trees in values.
extension XMLSink {
  /// Writes what is in a tree's element into the innermost element: attributes, then content.
  func write(_ tree: XMLTree) throws {
    let arena = tree.arena
    try writeAttributes(tree)
    var ends: [Int] = []
    let end = arena.end(ofElement: tree.index)
    var index = arena.firstChild(ofElement: tree.index)
    while true {
      while let last = ends.last, index >= last {
        ends.removeLast()
        close()
      }
      guard index < end else { return }
      let record = arena.records[index]
      if record.isElement {
        let name = arena.name(record.name)
        try open(name.local, namespace: name.namespace ?? "")
        try writeAttributes(XMLTree(arena: arena, index: index))
        ends.append(arena.end(ofElement: index))
        index = arena.firstChild(ofElement: index)
        continue
      }
      if record.isText {
        try text(arena.string(ofRecord: index), as: record.kind == .cdata ? .cdata : .text)
      }
      index += 1
    }
  }

  private func writeAttributes(_ tree: XMLTree) throws {
    for attribute in tree.attributes {
      try self.attribute(
        attribute.name.local, namespace: attribute.name.namespace, attribute.value)
    }
  }
}
