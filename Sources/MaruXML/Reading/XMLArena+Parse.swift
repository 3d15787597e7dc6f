extension XMLArena {
  /// Reads a whole document.
  ///
  /// - Throws: ``XMLError`` at the first thing that is wrong.
  package static func parse(
    _ bytes: [UInt8], options: XMLReadingOptions = XMLReadingOptions()
  ) throws(XMLError) -> XMLArena {
    var text: [UInt8] = []
    let source = try utf8(of: bytes, options: options, into: &text)
    return try read(&text, source: source, options: options)
  }

  /// Reads a whole document from a string; what its declaration says of an encoding is ignored.
  package static func parse(
    _ text: String, options: XMLReadingOptions = XMLReadingOptions()
  ) throws(XMLError) -> XMLArena {
    var options = options
    options.encoding = .imposed(.utf8)
    return try parse(Array(text.utf8), options: options)
  }

  /// Makes the bytes UTF-8, without their byte order mark.
  private static func utf8(
    of bytes: [UInt8], options: XMLReadingOptions, into text: inout [UInt8]
  ) throws(XMLError) -> XMLSourceForm {
    let limit = min(options.limits.documentBytes, 4_000_000_000)
    if bytes.count > limit {
      throw XMLError(
        .limitExceeded, expected: "a document of at most \(limit) bytes", found: "more")
    }
    var source = XMLSourceForm(encoding: .utf8)
    do throws(XMLFault) {
      source = try XMLSourceForm.detect(bytes[...], options.encoding)
      let content = bytes[source.markBytes...]
      if source.encoding == .utf8, source.markBytes == 0, XMLUTF8Check.check(content) == .whole {
        // The usual case: nothing is copied.
        text = bytes
      } else {
        var transcoder = XMLTranscoder(source.encoding, consumed: source.markBytes)
        try transcoder.append(content, isLast: true, to: &text)
      }
    } catch {
      // What is before the place was appended.
      let place = XMLPosition(ofByte: text.count, in: text, source: source)
      throw XMLError(
        error.code,
        at: XMLPosition(line: place.line, column: place.column, offset: error.offset),
        expected: error.expected, found: error.found)
    }
    if text.count > limit {
      throw XMLError(
        .limitExceeded, expected: "a document of at most \(limit) bytes as UTF-8", found: "more")
    }
    return source
  }

  private static func read(
    _ text: inout [UInt8], source: XMLSourceForm, options: XMLReadingOptions
  ) throws(XMLError) -> XMLArena {
    let documentEnd = text.count
    var reader = XMLReader(end: documentEnd, source: source, options: options)
    // As many records as a document of so many bytes usually has.
    reader.records = XMLVector(capacity: min(documentEnd / 8 + 16, options.limits.records))
    do throws(XMLFault) {
      while true {
        // unsafe: the window is used inside of the closure only; the reader gets a new one each time.
        let pause = try unsafe text.withUnsafeBufferPointer { buffer throws(XMLFault) in
          try reader.run(on: unsafe XMLWindow(buffer))
        }
        guard pause != .finished else { break }
        reader.doctype?.install(into: &text)
      }
    } catch {
      throw reader.error(error, in: text, documentEnd: documentEnd)
    }
    if !reader.extra.isEmpty {
      text += reader.extra
    }
    return reader.arena(of: text, records: reader.records.take(), documentEnd: documentEnd)
  }
}

extension XMLReader {
  /// What was read, over bytes that its records count in.
  func arena(of bytes: [UInt8], records: XMLRow<XMLRecord>, documentEnd: Int) -> XMLArena {
    XMLArena(
      bytes: bytes, records: records, nameBytes: pool.bytes, names: pool.names,
      namespaces: pool.namespaces, root: rootRecord, documentEnd: documentEnd, source: source,
      nameTable: pool.nameTable, scopes: scopes, outerNamespaces: outerNamespaces)
  }

  /// An error with its line, from one with a place.
  func error(_ fault: XMLFault, in bytes: [UInt8], documentEnd: Int) -> XMLError {
    // In an entity's text, the place is that of the first reference.
    let place = fault.offset <= documentEnd ? fault.offset : frames.first?.reference ?? position
    return XMLError(
      fault.code, at: XMLPosition(ofByte: place, in: bytes, source: source),
      expected: fault.expected, found: fault.found,
      excerpt: XMLExcerpt.text(of: bytes, at: place, end: documentEnd))
  }
}
