/// Reads a document from bytes into records, one token after the other.
///
/// There is no recursion: open elements and entities are on stacks. Each token is read with a place of
/// its own and moves ``position`` only when it is whole, so that a stream can start it again when more
/// bytes are there.
struct XMLReader: ~Copyable {
  /// Where the document stands.
  enum Stage {
    case start, prolog, content, epilog
  }

  /// Why reading stopped without an error.
  enum Pause: Equatable {
    /// More bytes are needed for the next token.
    case starved
    /// A document type declaration was read, and its entities may need a place in the window.
    case doctype
    /// A watched element is whole: its bytes.
    case element(Range<Int>)
    /// The document is at its end.
    case finished
  }

  /// An element whose end tag has not come.
  struct Open: BitwiseCopyable {
    var record: Int
    /// Number of the name as written.
    var written: UInt32
    /// Number of the name.
    var name: UInt32
  }

  /// What is read; empty between runs.
  var window = XMLWindow.empty
  /// The next byte to read.
  var position: Int
  /// Where the present input ends and its zeros begin.
  var end: Int
  /// Whether nothing can come behind ``end``.
  var isLast = true

  let options: XMLReadingOptions
  /// What the document is written in; the base of its places moves in a stream.
  var source: XMLSourceForm
  var stage = Stage.start
  var records = XMLVector<XMLRecord>()
  var pool: XMLNamePool
  var open = XMLVector<Open>()
  /// How many elements were open when the present entity began; none of them may end in it.
  var floor = 0
  /// Counts start tags that may have attributes.
  var tag = 0
  var scopes: [XMLNamespaceScope] = []
  var undo: [XMLNamespaceUndo] = []
  var scope = -1

  /// What the document type declaration said, under ``XMLDoctypePolicy/internalSubset(_:)``.
  var doctype: XMLDoctype?
  var hasDoctype = false
  /// Whether anything but white space came yet.
  var hasMarkup = false
  var frames: [XMLEntityFrame] = []
  /// Values that could not stay as they are written; they lie behind the window's bytes.
  var extra: [UInt8] = []
  var declaration = XMLDeclaration()
  var rootRecord = 0

  /// Watches for elements, for a stream; nil keeps all records.
  var watch: XMLPathWatch? {
    didSet { isWatching = watch != nil }
  }
  // Said shortly for the loops.
  private(set) var isWatching = false
  var hasAttributeLists = false
  var isInEntity = false
  /// How many elements are open where the innermost declaration of a prefix holds; 0 without one.
  var declaringDepth = 0
  /// Counts changes of what prefixes stand for.
  var bindingsVersion = 0
  var outerVersion = -1
  /// What prefixes stand for at the watched element.
  var outerNamespaces: [[UInt8]: String] = [:]

  init(end: Int, source: XMLSourceForm, options: XMLReadingOptions) {
    position = 0
    self.end = end
    self.source = source
    self.options = options
    pool = XMLNamePool(limits: options.limits)
    records = XMLVector(capacity: min(64, options.limits.records))
  }

  /// Reads on until there is a reason to stop.
  mutating func run(on window: XMLWindow) throws(XMLFault) -> Pause {
    self.window = window
    defer { self.window = .empty }
    do throws(XMLFault) {
      while true {
        switch stage {
        case .start: try readDeclaration()
        case .prolog: if let pause = try readProlog() { return pause }
        case .content: if let pause = try readContent() { return pause }
        case .epilog: if let pause = try readEpilog() { return pause }
        }
      }
    } catch {
      guard !isLast, mayGoOn(at: error.offset), error.code != .limitExceeded else {
        throw error
      }
      // The token may be whole with the bytes that follow.
      records.removeLast(records.count - recordsAtToken)
      return .starved
    }
  }

  /// Whether what is wrong at a place may be right with the bytes that follow: a token looks no
  /// further than a name and some markup ahead.
  private func mayGoOn(at place: Int) -> Bool { end - 64 - place <= options.limits.nameBytes }
  /// How many records there were before the token that is being read.
  var recordsAtToken = 0

  @inline(__always)
  mutating func append(_ record: XMLRecord) throws(XMLFault) {
    if records.tryToAppend(record) { return }
    try makeRoom()
    records.append(record)
  }

  @inline(never)
  private mutating func makeRoom() throws(XMLFault) {
    guard records.count < options.limits.records else {
      throw .limit("elements, attributes and texts", options.limits.records, at: position)
    }
    records.grow(upTo: options.limits.records)
  }
}
