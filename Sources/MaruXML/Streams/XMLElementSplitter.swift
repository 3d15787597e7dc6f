/// Finds the elements at a path in bytes that come piece by piece, and keeps no more of the document
/// than the element or token that is being read.
///
/// The whole document is checked as any other is. Without I/O: whoever has bytes feeds them.
package struct XMLElementSplitter: ~Copyable {
  private var reader: XMLReader
  private let options: XMLReadingOptions
  /// The text that is still needed, as UTF-8.
  private var buffer: [UInt8] = []
  /// Bytes from before the encoding was known.
  private var first: [UInt8] = []
  private var transcoder: XMLTranscoder?
  private var isLast = false
  package private(set) var isFinished = false
  private var hasElement = false
  /// Malformed bytes, which are told when all before them has been read.
  private var fault: XMLFault?
  /// Reading goes on when so many bytes are there: a long token is not begun again for each piece.
  private var wanted = 0
  /// A place in the buffer and where that is in the document.
  private var known = (place: 0, position: XMLPosition(line: 1, column: 1, offset: 0))

  package init(path: [XMLName], options: XMLReadingOptions) {
    self.options = options
    reader = XMLReader(end: 0, source: XMLSourceForm(encoding: .utf8), options: options)
    reader.watch = XMLPathWatch(path: path)
    reader.isLast = false
  }

  private var count: Int { buffer.count }

  /// Takes in the next bytes of the document.
  package mutating func feed(_ bytes: some Sequence<UInt8>) {
    guard transcoder != nil else {
      first += bytes
      if first.count >= 1024 || first.contains(UInt8(ascii: ">")) { begin() }
      return
    }
    append(Array(bytes))
  }

  /// No more bytes will come.
  package mutating func end() {
    isLast = true
    if transcoder == nil { begin() } else { append([]) }
  }

  /// The next element that is whole.
  ///
  /// - Returns: Nil if more bytes are needed, or if ``isFinished``.
  /// - Throws: What is wrong with the document, in the words of a whole document's errors.
  package mutating func next() throws(XMLError) -> XMLArena? {
    if hasElement {
      hasElement = false
      reader.forgetElement()
    }
    guard !isFinished, transcoder != nil || fault != nil else { return nil }
    guard count >= wanted || isLast || fault != nil else { return nil }
    reader.end = count
    reader.isLast = isLast && fault == nil
    do throws(XMLFault) {
      switch try run() {
      case .finished: isFinished = true
      case .starved, .doctype: try starve()
      case .element(let span):
        hasElement = true
        move(to: span.lowerBound)
        return reader.arena(ofElement: span, in: buffer, base: known.position)
      }
    } catch {
      throw self.error(error)
    }
    return nil
  }

  private mutating func run() throws(XMLFault) -> XMLReader.Pause {
    while true {
      // unsafe: the window is used inside of the closure only.
      let pause = try unsafe buffer.withUnsafeBufferPointer { buffer throws(XMLFault) in
        try reader.run(on: unsafe XMLWindow(buffer))
      }
      // Nothing is to be done for a declaration that was read past.
      if pause != .doctype { return pause }
    }
  }

  /// Decides how much is needed before it makes sense to go on.
  private mutating func starve() throws(XMLFault) {
    if let fault { throw fault }
    let token = count - reader.position
    if token - (1 << 20) > options.limits.textBytes {
      throw .limit("bytes in a piece of markup", options.limits.textBytes, at: reader.position)
    }
    if let start = reader.watch?.start, count - start > options.limits.documentBytes {
      throw .limit("bytes in an element", options.limits.documentBytes, at: start)
    }
    wanted = count + token
  }
}

// Bytes in, and bytes away.
extension XMLElementSplitter {
  /// Finds out the encoding.
  private mutating func begin() {
    do throws(XMLFault) {
      let source = try XMLSourceForm.detect(first[...], options.encoding)
      reader.source = source
      known.position.offset = source.markBytes
      transcoder = XMLTranscoder(source.encoding, consumed: source.markBytes)
      append(Array(first.dropFirst(source.markBytes)))
    } catch {
      fault = error
    }
    first = []
  }

  private mutating func append(_ bytes: [UInt8]) {
    guard fault == nil else { return }
    drop()
    do throws(XMLFault) {
      try transcoder?.append(bytes[...], isLast: isLast, to: &buffer)
    } catch {
      fault = error
    }
  }

  /// Forgets what was read, but for an element that is not whole.
  private mutating func drop() {
    var keep = reader.watch?.start ?? reader.position
    // A CR may be half of a line's end.
    if keep == count, keep > 0, buffer[keep - 1] == 0x0D { keep -= 1 }
    guard keep > 0, keep > buffer.count / 2 || buffer.count > 1 << 16 else { return }
    move(to: keep)
    known.place = 0
    buffer.removeFirst(keep)
    reader.drop(keep)
    wanted = max(0, wanted - keep)
  }

  /// Counts lines up to a place.
  private mutating func move(to place: Int) {
    guard place > known.place else { return }
    known = (
      place,
      known.position.moved(over: buffer, known.place..<place, in: reader.source.encoding)
    )
  }

  private func error(_ fault: XMLFault) -> XMLError {
    let isMalformed = self.fault != nil && fault.offset == self.fault?.offset
    // Malformed bytes are behind all text, and their offset is the document's own.
    let place = isMalformed ? count : min(max(fault.offset, known.place), count)
    var position = known.position.moved(
      over: buffer, known.place..<place, in: reader.source.encoding)
    if isMalformed { position.offset = fault.offset }
    return XMLError(
      fault.code, at: position, expected: fault.expected, found: fault.found,
      excerpt: XMLExcerpt.text(of: buffer, at: place, end: count))
  }
}
