extension XMLArena {
  /// Where a record starts in the document: an element's `<`, an attribute's name, else its text.
  ///
  /// What an entity or a default gave has the place of the nearest record before it that stands in
  /// the document itself.
  package func position(ofRecord index: Int) -> XMLPosition { position(ofByte: place(index)) }

  /// Makes an error about a record, with its place.
  package func error(
    _ code: XMLError.Code, atRecord index: Int, expected: String, found: String,
    excerpt: String? = nil, codingPath: [any CodingKey] = []
  ) -> XMLError {
    XMLError(
      code, at: position(ofRecord: index), expected: expected, found: found,
      excerpt: excerpt ?? XMLExcerpt.text(of: bytes, at: place(index), end: documentEnd),
      codingPath: codingPath)
  }

  private func place(_ index: Int) -> Int {
    for candidate in stride(from: index, through: 0, by: -1) {
      let record = records[candidate]
      let offset =
        switch record.kind {
        case .element: Int(record.offset) - 1
        case .attribute, .namespace: Int(record.link)
        default: Int(record.offset)
        }
      if offset < documentEnd { return max(offset, 0) }
    }
    return 0
  }

  private func position(ofByte offset: Int) -> XMLPosition {
    XMLPosition(ofByte: offset, in: bytes, source: source)
  }
}
