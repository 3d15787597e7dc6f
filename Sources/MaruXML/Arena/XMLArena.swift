/// A parsed document: its bytes as UTF-8, records over them, and the names that occur.
///
/// It never changes after parsing. Nothing of it is an object for each node: whoever reads it holds
/// the arena and the index of a record.
package final class XMLArena: Sendable {
  /// The document as UTF-8, then what the document type declaration gave.
  package let bytes: [UInt8]
  package let records: XMLRow<XMLRecord>
  /// Names as they are written, each once; the local parts of ``names`` lie in here.
  package let nameBytes: [UInt8]
  /// Names by their number. Two names are equal exactly if their numbers are: prefixes don't count.
  package let names: [XMLNameEntry]
  /// URIs by their number; 0 is no namespace and empty, 1 `xml`, 2 `xmlns`.
  package let namespaces: [String]
  /// Index of the root element.
  package let root: Int
  /// Behind the document's own bytes in ``bytes``; a record's offset from here on is of an entity or
  /// of a default.
  package let documentEnd: Int
  /// What the document was written in, to tell offsets in its own bytes.
  package let source: XMLSourceForm
  let nameTable: XMLNameTable
  /// Elements that declare namespaces, in the document's order.
  let scopes: [XMLNamespaceScope]
  /// What prefixes, as bytes, stand for outside of the root, for a part of a stream.
  let outerNamespaces: [[UInt8]: String]

  init(
    bytes: [UInt8], records: XMLRow<XMLRecord>, nameBytes: [UInt8], names: [XMLNameEntry],
    namespaces: [String], root: Int, documentEnd: Int, source: XMLSourceForm,
    nameTable: XMLNameTable, scopes: [XMLNamespaceScope],
    outerNamespaces: [[UInt8]: String]
  ) {
    self.bytes = bytes
    self.records = records
    self.nameBytes = nameBytes
    self.names = names
    self.namespaces = namespaces
    self.root = root
    self.documentEnd = documentEnd
    self.source = source
    self.nameTable = nameTable
    self.scopes = scopes
    self.outerNamespaces = outerNamespaces
  }
}

/// A name as the arena keeps it: the number of its namespace and where its local part is written.
package struct XMLNameEntry: Sendable {
  package let namespace: UInt32
  package let offset: UInt32
  package let length: UInt32
}

// Walking. All indices are of records.
extension XMLArena {
  /// The first record behind the subtree of a record: its next sibling, or its parent's end.
  @inline(__always) package func next(_ index: Int) -> Int {
    let record = records[index]
    return record.isElement ? Int(record.link) : index + 1
  }
  /// The index behind everything that is in an element.
  @inline(__always) package func end(ofElement index: Int) -> Int { Int(records[index].link) }
  /// Attributes and namespace declarations of an element; skip what is not ``XMLRecord/isAttribute``.
  @inline(__always) package func attributes(ofElement index: Int) -> Range<Int> {
    index + 1..<index + 1 + Int(records[index].length)
  }
  /// Where an element's children start; equal to its end if it has none.
  @inline(__always) package func firstChild(ofElement index: Int) -> Int {
    index + 1 + Int(records[index].length)
  }
  /// The bytes of an attribute's value, of text, CDATA, a comment or an instruction's data, as they
  /// are written: resolve them if the record ``XMLRecord/isEscaped``.
  @inline(__always) package func span(_ index: Int) -> Range<Int> {
    let record = records[index]
    return Int(record.offset)..<Int(record.offset) + Int(record.length)
  }
}

// Names.
extension XMLArena {
  /// Where the local part of a name is written in ``nameBytes``.
  @inline(__always) package func localSpan(ofName name: UInt32) -> Range<Int> {
    let entry = names[Int(name)]
    return Int(entry.offset)..<Int(entry.offset) + Int(entry.length)
  }
  /// The namespace of a name; empty if it is in none.
  package func namespace(ofName name: UInt32) -> String {
    namespaces[Int(names[Int(name)].namespace)]
  }
  /// The name behind a number.
  package func name(_ name: UInt32) -> XMLName {
    let entry = names[Int(name)]
    return XMLName(
      String(decoding: nameBytes[localSpan(ofName: name)], as: UTF8.self),
      in: entry.namespace == 0 ? nil : namespaces[Int(entry.namespace)])
  }
  /// The name as written, with its prefix, of an element, an attribute or a declaration.
  package func qualifiedName(ofRecord index: Int) -> String {
    let record = records[index]
    let start = Int(record.isElement ? record.offset : record.link)
    return string(start..<XMLCharacters.endOfName(in: bytes, from: start))
  }
  /// The number of a name; nil if it does not occur in the document.
  package func nameNumber(_ name: XMLName) -> UInt32? {
    // By bytes: two spellings of one string in Unicode are two URIs.
    let uri = name.namespace ?? ""
    guard let namespace = namespaces.firstIndex(where: { $0.utf8.elementsEqual(uri.utf8) }) else {
      return nil
    }
    return nameTable.find(
      Array(name.local.utf8), in: UInt32(namespace), names: names, nameBytes: nameBytes)
  }
}

// Text.
extension XMLArena {
  /// The bytes as a string; they are known to be UTF-8.
  @inline(__always) package func string(_ span: Range<Int>) -> String {
    String(decoding: bytes[span], as: UTF8.self)
  }
  /// What an attribute's value, text, CDATA, a comment or an instruction's data says.
  package func string(ofRecord index: Int) -> String {
    guard records[index].isEscaped else { return string(span(index)) }
    var resolved: [UInt8] = []
    resolve(index, into: &resolved)
    return String(decoding: resolved, as: UTF8.self)
  }
  /// Appends what a record says, with references resolved and line ends as one LF.
  ///
  /// Works for every record that has text, escaped or not.
  package func resolve(_ index: Int, into resolved: inout [UInt8]) {
    let record = records[index]
    guard record.isEscaped else {
      resolved.append(contentsOf: bytes[span(index)])
      return
    }
    XMLReferences.resolve(
      bytes, span(index), kind: record.kind, into: &resolved)
  }
  /// Appends the text of an element: its text and CDATA children, without what is in elements.
  ///
  /// - Returns: Whether it has elements, too.
  package func resolveText(ofElement index: Int, into resolved: inout [UInt8]) -> Bool {
    var child = firstChild(ofElement: index)
    let end = end(ofElement: index)
    var hasElements = false
    while child < end {
      if records[child].isText {
        resolve(child, into: &resolved)
      } else if records[child].isElement {
        hasElements = true
      }
      child = next(child)
    }
    return hasElements
  }
}
