/// What the containers of one decoding share: the document, the settings, the way to the value.
final class XMLDecodingSession {
  let arena: XMLArena
  let records: XMLRow<XMLRecord>
  let bytes: [UInt8]
  let settings: XMLDecoder
  /// The number of `xsi:nil`; no name's number if the document does not have it.
  let nilName: UInt32
  // Unchecked for speed, as are those below. No access is in another: none runs code of the app, not
  // even to destroy a key.
  @exclusivity(unchecked) private var path: [XMLPathStep] = []
  /// Text that is put together of several records.
  var scratch: [UInt8] = []
  private let table: XMLTraitsTable
  /// For elements with very many children: from a record to the next of the same name.
  // As above.
  @exclusivity(unchecked) private var brotherLinks: [Int32: Int32] = [:]
  /// Asked for when a value is deep.
  // As above.
  @exclusivity(unchecked) private var knownStack: XMLStack?
  /// By the depth of the value: the search that was lent there last.
  // As above.
  @exclusivity(unchecked) private var pool: [XMLMembers?] = []
  /// Whether the value was read, and nothing is kept any more.
  private var isOver = false
  /// Names that a strategy made of keys.
  var namesByKey: [String: String] = [:]
  /// A bit of 64 for each name's local part.
  let nameBits: [UInt8]
  /// Whether a name is its key, and no convention has a say.
  let hasPlainNames: Bool
  // Told here, as looking at a strategy copies it.
  let trimsNumbers: Bool
  let trueTexts: [String]
  let falseTexts: [String]

  init(_ arena: XMLArena, _ settings: XMLDecoder) {
    self.arena = arena
    records = arena.records
    bytes = arena.bytes
    self.settings = settings
    table = XMLTraitsTable(settings.shapes)
    nilName = arena.nameNumber(XMLName("nil", in: XMLNamespaces.schemaInstance)) ?? .max
    trimsNumbers = settings.numberStrategy.whitespace == .trimmed
    trueTexts = settings.boolStrategy.trueTexts
    falseTexts = settings.boolStrategy.falseTexts
    hasPlainNames = settings.keyStrategy.name == nil && !settings.readsJSONConvention
    nameBits = arena.names.map { Self.bit($0, arena.nameBytes) }
    // unsafe: the only access.
    unsafe path.reserveCapacity(16)
  }

  private static func bit(_ entry: XMLNameEntry, _ nameBytes: [UInt8]) -> UInt8 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in nameBytes[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)] {
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
    }
    return UInt8(truncatingIfNeeded: (hash ^ hash >> 15) & 63)
  }
}

// Values.
extension XMLDecodingSession {
  @inline(__always)
  func traits<Value>(of type: Value.Type) -> XMLTypeTraits { table.traits(of: type) }

  /// Reads a value of any type at a place.
  func value<Value: Decodable>(_ type: Value.Type, at place: XMLPlace) throws -> Value {
    try value(type, traits(of: type), at: place)
  }

  /// The same, for whoever knows the type's traits already.
  @inline(__always)
  func value<Value: Decodable>(
    _ type: Value.Type, _ traits: XMLTypeTraits, at place: XMLPlace
  ) throws -> Value {
    if traits.special != .none { return try specialValue(type, traits.special, at: place) }
    // An element with nothing in it is an empty list, unless it may be an item with nothing in it.
    if place.extent == XMLPlace.Extent.sole, isBare(place.index), isBareList(type, place) {
      return try Value(from: XMLAbsentDecoder(session: self, parent: place.index))
    }
    if let list = traits.list, place.extent != XMLPlace.Extent.item {
      return try placing(at: place.index) { try self.list(list, as: type, at: place) }
    }
    return try value(
      type, from: XMLValueDecoder(session: self, place: place, shape: traits.shape),
      at: place.index)
  }

  /// Kept apart, so that what it needs is not made ready for other types.
  @inline(never)
  private func specialValue<Value: Decodable>(
    _ type: Value.Type, _ kind: XMLTypeTraits.Special, at place: XMLPlace
  ) throws -> Value {
    guard let value = try special(type, kind, at: alone(place)) else {
      throw mismatch(type, at: place)
    }
    return value
  }

  /// Lets a type read itself, and tells where if it throws a `DecodingError`.
  @inline(__always)
  func value<Value: Decodable>(
    _ type: Value.Type, from decoder: some Decoder, at record: Int
  ) throws -> Value {
    try placing(at: record) { try Value(from: decoder) }
  }

  /// Reads, and tells where if a `DecodingError` is thrown.
  @inline(__always)
  private func placing<Value>(at record: Int, _ read: () throws -> Value) throws -> Value {
    let depth = depth
    do {
      return try read()
    } catch {
      throw placed(error, at: record, depth: depth)
    }
  }

  /// Whether an element has neither attributes nor content.
  func isBare(_ record: Int) -> Bool {
    let element = records[record]
    return element.isElement && element.length == 0 && Int(element.link) == record + 1
  }

  /// Whether nothing is said there: no attribute and only white space, or `xsi:nil`.
  @inline(__always)
  func isNil(_ place: XMLPlace) -> Bool {
    let subject = records[place.index]
    if subject.isElement, subject.length == 0, subject.link > place.record + 1,
      place.extent >= XMLPlace.Extent.sole
    {
      let content = records[place.index + 1]
      if content.isElement || content.length > 0 && content.isText && !content.isBlank {
        return false
      }
    }
    return isNil(place, ignoresAttributes: false)
  }

  /// Whether nothing is said there, to a type that is written as text: attributes don't matter, but
  /// for `xsi:nil`.
  @inline(__always)
  func isNilText(_ place: XMLPlace) -> Bool {
    let subject = records[place.index]
    if subject.isElement, nilName == .max, place.extent >= XMLPlace.Extent.sole {
      let child = place.index + 1 + Int(subject.length)
      if child < Int(subject.link) {
        let content = records[child]
        if content.length > 0, content.isText, !content.isBlank { return false }
      }
    }
    return isNil(place, ignoresAttributes: true)
  }

  @inline(never)
  private func isNil(_ place: XMLPlace, ignoresAttributes: Bool) -> Bool {
    let record = place.index
    let subject = records[record]
    guard subject.isElement else {
      return subject.length == 0 || (!subject.isEscaped && isBlank(arena.span(record)))
    }
    if place.extent == XMLPlace.Extent.ownAttributes { return subject.length == 0 }
    let ownText = place.isOwnText
    if !ownText, subject.length > 0 {
      if let mark = isMarkedNil(record) { return mark }
      if !ignoresAttributes,
        arena.attributes(ofElement: record).contains(where: { records[$0].isAttribute })
      {
        return false
      }
    }
    var child = arena.firstChild(ofElement: record)
    while child < Int(subject.link) {
      let content = records[child]
      if content.isElement, !ownText { return false }
      if content.isText, content.length > 0, !content.isBlank { return false }
      child = arena.next(child)
    }
    return true
  }

  /// What an element's `xsi:nil` says; nil if it has none.
  func isMarkedNil(_ record: Int) -> Bool? {
    guard nilName != .max, records[record].isElement else { return nil }
    for attribute in arena.attributes(ofElement: record)
    where records[attribute].isAttribute && records[attribute].name == nilName {
      let text = arena.string(ofRecord: attribute)
      return text == "true" || text == "1"
    }
    return nil
  }

  private func isBlank(_ span: Range<Int>) -> Bool {
    for index in span where !XMLCharacters.isSpace(bytes[index]) { return false }
    return true
  }
}

// The path.
extension XMLDecodingSession {
  // unsafe: steps are copied, and nothing else is done.
  var codingPath: [any CodingKey] { unsafe path.map(\.codingKey) }
  var lastStep: XMLPathStep? { unsafe path.last }
  /// How many keys and indices lead to the present value.
  var depth: Int {
    // unsafe: only a number is read.
    @inline(__always) get { unsafe path.count }
  }

  @inline(__always)
  func enter(_ step: XMLPathStep, at record: Int) throws {
    if depth > 15 { try checkDepth(record) }
    // unsafe: nothing is destroyed by it.
    unsafe path.append(step)
  }

  /// Throws if the path can't be longer.
  @inline(__always)
  func checkLength(at record: Int) throws {
    if depth >= settings.maximumPathLength { try checkDepth(record) }
  }

  @inline(__always) func leave() {
    // unsafe: the step is handed out, and destroyed behind the access.
    _ = unsafe path.removeLast()
  }

  func leave(to depth: Int) { while self.depth > depth { leave() } }

  @inline(never)
  private func checkDepth(_ record: Int) throws {
    guard depth < settings.maximumPathLength else {
      throw error(
        .limitExceeded, at: record,
        expected: "at most \(settings.maximumPathLength) keys and indices to a value",
        found: "more")
    }
    // unsafe: two numbers are read or written.
    guard !(unsafe knownStack ?? lookForStack()).isNearlyUsedUp else {
      throw error(
        .limitExceeded, at: record, expected: "as many values in each other as the stack holds",
        found: "more")
    }
  }
}

// The stack.
extension XMLDecodingSession {
  @inline(never)
  private func lookForStack() -> XMLStack {
    let stack = XMLStack() ?? .unknown
    // unsafe: two numbers are written.
    unsafe knownStack = stack
    return stack
  }
}

// What is lent and remembered.
extension XMLDecodingSession {
  /// The search in an element, for a container at the present depth.
  func members(
    at place: XMLPlace, shape: XMLResolvedShape?, prefix: [XMLPathStep] = [],
    isPayload: Bool = false
  ) throws -> XMLMembers {
    // What is kept holds on to the session: nothing is when nobody would let go of it again. A search
    // with steps of its own is for one container.
    guard prefix.isEmpty, !isOver else {
      return XMLMembers(
        self,
        try XMLMemberSearch(
          of: place, shape: shape, prefix: prefix, isPayload: isPayload, in: self))
    }
    let depth = depth
    // unsafe: references are copied, and what is let go of by it is somebody else's, too.
    while unsafe pool.count <= depth { unsafe pool.append(nil) }
    if unsafe isKnownUniquelyReferenced(&pool[depth]),
      let members = unsafe pool[depth],
      try members.move(to: place, shape: shape, isPayload: isPayload)
    {
      return members
    }
    let search = try XMLMemberSearch(
      of: place, shape: shape, prefix: [], isPayload: isPayload, in: self)
    let members = XMLMembers(self, search)
    // unsafe: it is destroyed, if it is, behind the access.
    let former = unsafe pool[depth]
    unsafe pool[depth] = members
    withExtendedLifetime(former) {}
    return members
  }

  /// Lets go of what would hold on to the session.
  func end() {
    isOver = true
    // unsafe: they are destroyed behind the access.
    let all = unsafe pool
    unsafe pool = []
    withExtendedLifetime(all) {}
  }

  var hasBrotherLinks: Bool {
    // unsafe: only numbers.
    @inline(__always) get { unsafe !brotherLinks.isEmpty }
  }

  func brotherLink(of record: Int) -> Int32? {
    // unsafe: only numbers.
    unsafe brotherLinks[Int32(truncatingIfNeeded: record)]
  }

  func linkBrothers(_ record: Int32, _ next: Int32) {
    // unsafe: only numbers.
    unsafe brotherLinks[record] = next
  }
}

// Errors.
extension XMLDecodingSession {
  /// An error about a record, for the value at the path and what is appended to it.
  @inline(never)
  func error(
    _ code: XMLError.Code, at record: Int, expected: String, found: String,
    excerpt: String? = nil, below: [XMLPathStep] = [], key: (any CodingKey)? = nil
  ) -> XMLError {
    var path = codingPath + below.map(\.codingKey)
    if let key { path.append(key) }
    return arena.error(
      code, atRecord: record, expected: expected, found: found, excerpt: excerpt, codingPath: path)
  }

  /// The same error, with its place in the document if it did not know it.
  @inline(never)
  private func placed(_ error: any Error, at record: Int, depth: Int) -> any Error {
    guard let error = error as? DecodingError else { return error }
    let code: XMLError.Code
    let context: DecodingError.Context
    let expected: String
    switch error {
    case .typeMismatch(let type, let inner):
      (code, context, expected) = (.typeMismatch, inner, "\(type)")
    case .valueNotFound(let type, let inner):
      (code, context, expected) = (.valueNotFound, inner, "\(type)")
    case .keyNotFound(let key, let inner):
      (code, context, expected) = (.keyNotFound, inner, "'\(key.stringValue)'")
    case .dataCorrupted(let inner):
      (code, context, expected) = (.invalidValue, inner, "a value that the type accepts")
    @unknown default:
      return error
    }
    // The type's own words may quote the document.
    let path = context.codingPath.count > depth ? context.codingPath : codingPath
    return arena.error(
      code, atRecord: record, expected: expected, found: "a value that it refused",
      excerpt: context.debugDescription, codingPath: path)
  }

  /// `element 'a'`, for an error.
  func found(element record: Int) -> String {
    "element '\(arena.qualifiedName(ofRecord: record))'"
  }

  func checkRoot(_ name: XMLName) throws {
    let root = records[arena.root]
    let local = arena.nameBytes[arena.localSpan(ofName: root.name)]
    // A name without a namespace is any: most types don't name one.
    let isThere = name.namespace.map { arena.namespace(ofName: root.name).isSame(as: $0) } ?? true
    guard isThere, local.elementsEqual(name.local.utf8) else {
      throw error(
        .unexpectedRoot, at: arena.root, expected: "element '\(name)'",
        found: found(element: arena.root))
    }
  }
}
