// What prefixes stand for.
extension XMLReader {
  /// Takes in the declarations of a start tag, then gives its attributes with prefixes their names.
  ///
  /// Source: Namespaces in XML 1.0 §3, §5, §6.3 (NSC: Attributes Unique).
  @inline(never)
  mutating func resolveAttributes(of element: Int) throws(XMLFault) {
    var hasDeclarations = false
    for index in element + 1..<records.count
    where records[index].tag & XMLRecord.unresolved != 0 {
      let written = records[index].name
      let prefix = pool.written[Int(written)].declares
      guard prefix != XMLNamePool.none else { continue }
      let uri = valueBytes(of: records[index])
      let place = Int(records[index].link)
      try check(uri, for: prefix, at: place)
      let namespace = try pool.number(ofNamespace: uri, at: place)
      undo.append(
        XMLNamespaceUndo(
          depth: open.count + 1, prefix: prefix, binding: pool.bindings[Int(prefix)],
          scope: scope))
      pool.bindings[Int(prefix)] = namespace
      declaringDepth = open.count + 1
      bindingsVersion += 1
      hasDeclarations = true
      let old = records[index]
      records[index] = XMLRecord(
        .namespace, offset: Int(old.offset), length: Int(old.length), link: place, name: namespace,
        flags: old.tag & (XMLRecord.escaped | XMLRecord.defaulted))
    }
    if hasDeclarations, !isWatching || watch?.isInside == true {
      scopes.append(XMLNamespaceScope(element: element, parent: scope))
      scope = scopes.count - 1
    }
    for index in element + 1..<records.count
    where records[index].tag & XMLRecord.unresolved != 0 {
      let written = records[index].name
      let name = try pool.elementName(written, at: Int(records[index].link))
      guard pool.lastTagOfName[Int(name)] != tag else {
        throw XMLFault(
          at: Int(records[index].link), expected: "each attribute once in a namespace",
          found: "\(pool.text(written)) again under another prefix")
      }
      pool.lastTagOfName[Int(name)] = tag
      records[index].tag &= ~(XMLRecord.unresolved | XMLRecord.nameMask)
      records[index].tag |= name
    }
  }

  /// Puts back what the ended elements' declarations replaced.
  @inline(never)
  mutating func leaveScopes() {
    bindingsVersion += 1
    while let last = undo.last, last.depth > open.count {
      pool.bindings[Int(last.prefix)] = last.binding
      scope = last.scope
      undo.removeLast()
    }
    declaringDepth = undo.last?.depth ?? 0
  }

  /// Source: Namespaces in XML 1.0 §3 (NSC: Reserved Prefixes and Namespace Names, No Prefix
  /// Undeclaring).
  private func check(_ uri: [UInt8], for prefix: UInt32, at place: Int) throws(XMLFault) {
    func refuse(_ expected: String, _ found: String) -> XMLFault {
      XMLFault(at: place, expected: expected, found: found)
    }
    if prefix == XMLNamePool.xmlnsPrefix {
      throw refuse("no declaration of 'xmlns'", "one")
    }
    if uri == XMLNamePool.xmlnsNamespace {
      throw refuse("another namespace than that of 'xmlns'", "it")
    }
    if (prefix == XMLNamePool.xmlPrefix) != (uri == XMLNamePool.xmlNamespace) {
      throw refuse("'xml' and its namespace for each other only", "another declaration")
    }
    if prefix != XMLNamePool.noPrefix, uri.isEmpty {
      throw refuse("a namespace for the prefix", "an empty one")
    }
  }

  /// What the value of an attribute that was just read says.
  func valueBytes(of record: XMLRecord) -> [UInt8] {
    let start = Int(record.offset)
    let span = start..<start + Int(record.length)
    let raw: [UInt8]
    if start >= window.count {
      raw = Array(extra[span.lowerBound - window.count..<span.upperBound - window.count])
    } else {
      raw = window.copy(span)
    }
    guard record.isEscaped else { return raw }
    var resolved: [UInt8] = []
    XMLReferences.resolve(raw, 0..<raw.count, kind: .attribute, into: &resolved)
    return resolved
  }
}
