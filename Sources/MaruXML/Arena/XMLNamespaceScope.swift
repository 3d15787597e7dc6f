/// An element that declares namespaces.
struct XMLNamespaceScope: Sendable {
  /// Index of the element's record.
  var element: Int
  /// Index of the scope around it, or -1.
  var parent: Int
}

/// What a declaration replaced, to be put back when its element ends.
struct XMLNamespaceUndo {
  /// How many elements were open inside of the declaring one, itself included.
  var depth: Int
  var prefix: UInt32
  /// The number of the namespace before.
  var binding: UInt32
  /// The scope before.
  var scope: Int
}

extension XMLArena {
  /// The namespace that a prefix stands for at an element, as for names in values; "" is the prefix
  /// of the default namespace.
  ///
  /// - Returns: Nil if the prefix is not declared there.
  package func namespace(ofPrefix prefix: String, atElement index: Int) -> String? {
    if prefix == "xml" { return namespaces[1] }
    var scope = scopes.partitioningIndex { $0.element > index } - 1
    while scope >= 0 {
      let element = scopes[scope].element
      if end(ofElement: element) > index {
        for attribute in attributes(ofElement: element)
        where records[attribute].kind == .namespace
          && declaredPrefix(ofRecord: attribute).utf8.elementsEqual(prefix.utf8)
        {
          let namespace = namespaces[Int(records[attribute].name)]
          return namespace.isEmpty ? nil : namespace
        }
      }
      scope = scopes[scope].parent
    }
    return outerNamespaces[Array(prefix.utf8)]
  }

  /// The prefix that a declaration declares; "" for the default namespace.
  package func declaredPrefix(ofRecord index: Int) -> String {
    let name = qualifiedName(ofRecord: index)
    return name == "xmlns" ? "" : String(name.dropFirst("xmlns:".count))
  }
}

extension Array {
  /// The first index whose element fits, where all behind it fit, too.
  fileprivate func partitioningIndex(_ fits: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if fits(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
