/// Watches for the elements at a path, for a stream.
struct XMLPathWatch {
  /// Names from the root on; the last is the element's own.
  let path: [XMLName]
  /// How many of the path's names the open elements match, from the root on.
  var matched = 0
  /// Where the watched element that is being read starts.
  var start: Int?
  /// The end of one that is whole.
  var end: Int?

  init(path: [XMLName]) { self.path = path }

  var isInside: Bool { start != nil }
}

extension XMLReader {
  /// A start tag was read and its element is the last of the open ones.
  mutating func noticeStart(at place: Int) {
    guard var watch, let top = open.last else { return }
    let depth = open.count
    if watch.start == nil {
      if watch.matched == depth - 1, depth <= watch.path.count,
        isNamed(top.name, watch.path[depth - 1])
      {
        watch.matched = depth
      }
      if watch.matched == depth, depth == watch.path.count {
        watch.start = place
        keepFromHere()
        noticeOuterNamespaces()
      }
    }
    self.watch = watch
  }

  /// An element was closed.
  mutating func noticeEnd(at place: Int) {
    guard var watch else { return }
    let depth = open.count
    if watch.start != nil, depth == watch.path.count - 1 { watch.end = place }
    watch.matched = min(watch.matched, depth)
    self.watch = watch
  }

  /// The bytes of a watched element that is whole; drops records that nobody needs.
  mutating func noticedElement() -> Range<Int>? {
    guard let watch else { return nil }
    if let start = watch.start, let end = watch.end { return start..<end }
    if watch.start == nil { records.removeAll() }
    return nil
  }

  /// Goes on behind a watched element that was taken.
  mutating func forgetElement() {
    watch?.start = nil
    watch?.end = nil
    records.removeAll()
    scopes.removeAll()
    scope = -1
    for index in undo.indices { undo[index].scope = -1 }
    if open.isEmpty { stage = .epilog }
  }

  /// Forgets bytes at the window's start.
  mutating func drop(_ count: Int) {
    position -= count
    end -= count
    if let start = watch?.start { watch?.start = start - count }
    for index in records.indices { records[index].move(by: -count) }
  }

  /// A watched element as a document of its own.
  ///
  /// - Parameter base: Where it starts in the document.
  mutating func arena(ofElement span: Range<Int>, in bytes: [UInt8], base: XMLPosition) -> XMLArena
  {
    for index in records.indices { records[index].move(by: -span.lowerBound) }
    var source = source
    source.base = base
    source.markBytes = 0
    let own = Array(bytes[span])
    return XMLArena(
      bytes: own, records: records.copy(), nameBytes: pool.bytes, names: pool.names,
      namespaces: pool.namespaces, root: 0, documentEnd: span.count, source: source,
      nameTable: pool.nameTable, scopes: scopes, outerNamespaces: outerNamespaces)
  }

  /// Drops the records before the start tag that was just read, so that it is the first.
  private mutating func keepFromHere() {
    guard let top = open.last, top.record > 0 else { return }
    let shift = top.record
    records.removeFirst(shift)
    open[open.count - 1].record = 0
  }

  /// Remembers what prefixes stand for at the element; seldom, as it changes seldom.
  private mutating func noticeOuterNamespaces() {
    guard outerVersion != bindingsVersion else { return }
    outerVersion = bindingsVersion
    outerNamespaces = [:]
    for entry in undo {
      let binding = pool.bindings[Int(entry.prefix)]
      guard binding != XMLNamePool.none, binding != 0 else { continue }
      outerNamespaces[pool.prefixes[Int(entry.prefix)]] = pool.namespaces[Int(binding)]
    }
  }

  private func isNamed(_ number: UInt32, _ name: XMLName) -> Bool {
    let entry = pool.names[Int(number)]
    let local = pool.bytes[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)]
    return local.elementsEqual(name.local.utf8)
      && pool.namespaces[Int(entry.namespace)].utf8.elementsEqual((name.namespace ?? "").utf8)
  }
}
