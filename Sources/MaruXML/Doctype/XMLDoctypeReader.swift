/// Reads an internal document type declaration and checks its grammar.
///
/// Parameter entities that the subset itself declares are read where they are referred to, between
/// declarations, which is the only place for them there. Nothing outside of the document is read.
///
/// Source: XML 1.0 §2.8 [28]–[29], [31], WFC: PEs in Internal Subset, PE Between Declarations.
struct XMLDoctypeReader {
  /// A text that is read: the document, or the text of a parameter entity.
  struct Input {
    let bytes: [UInt8]
    var index: Int
    /// Of the parameter entity; -1 for the document.
    let entity: Int
  }

  /// A parameter entity.
  enum Parameter {
    case text([UInt8])
    case external
  }

  var input: Input
  var outer: [Input] = []
  /// Where the first input stands in the reader's bytes.
  let base: Int
  let isStandalone: Bool
  var doctype: XMLDoctype
  var parameters: [[UInt8]: Int] = [:]
  var parameterTexts: [Parameter] = []
  var declarations = 0
  /// A parameter entity was not read, so what follows may have been declared otherwise there
  /// (XML 1.0 §5.1).
  var isUncertain = false

  init(
    bytes: [UInt8], base: Int, limits: XMLEntityLimits, isStandalone: Bool
  ) {
    input = Input(bytes: bytes, index: 0, entity: -1)
    self.base = base
    self.isStandalone = isStandalone
    doctype = XMLDoctype(limits: limits)
  }

  /// Reads from `<!DOCTYPE` to its `>`.
  ///
  /// - Returns: How many bytes it has.
  mutating func read() throws(XMLFault) -> Int {
    input.index = 9
    try needSpace()
    _ = try name("the root's name")
    let isParted = skipSpace()
    if isParted, has("SYSTEM") || has("PUBLIC") {
      try readExternalID(isPublicEnough: false)
      skipSpace()
      // The external subset is never read.
    }
    if byte == UInt8(ascii: "[") {
      advance(1)
      try readSubset()
      skipSpace()
    }
    guard byte == UInt8(ascii: ">") else {
      throw unexpected("'>' at the end of the document type declaration")
    }
    return input.index + 1
  }

  /// Reads declarations up to the closing bracket.
  private mutating func readSubset() throws(XMLFault) {
    while true {
      skipSpace()
      if input.index >= input.bytes.count, let last = outer.popLast() {
        input = last
        continue
      }
      switch byte {
      case UInt8(ascii: "]") where outer.isEmpty:
        advance(1)
        return
      case UInt8(ascii: "%"):
        try enterParameter()
      case UInt8(ascii: "<") where has("<!--"):
        try skipComment()
      case UInt8(ascii: "<") where has("<?"):
        try skipInstruction()
      case UInt8(ascii: "<"):
        declarations += 1
        if declarations > doctype.limits.declarations {
          throw .limit("declarations", doctype.limits.declarations, at: place)
        }
        try readMarkupDeclaration()
      default:
        throw unexpected("a declaration or ']'")
      }
    }
  }

  private mutating func readMarkupDeclaration() throws(XMLFault) {
    if take("<!ELEMENT") {
      try readElement()
    } else if take("<!ATTLIST") {
      try readAttributeList()
    } else if take("<!ENTITY") {
      try readEntity()
    } else if take("<!NOTATION") {
      try readNotation()
    } else {
      throw unexpected("'<!ELEMENT', '<!ATTLIST', '<!ENTITY' or '<!NOTATION'")
    }
    guard byte == UInt8(ascii: ">") else { throw unexpected("'>' at the declaration's end") }
    advance(1)
  }

  /// Goes on in a parameter entity's text.
  private mutating func enterParameter() throws(XMLFault) {
    advance(1)
    let name = try self.name("a parameter entity's name")
    guard byte == UInt8(ascii: ";") else { throw unexpected("';' at the end of a reference") }
    advance(1)
    guard let number = parameters[name] else {
      // Declared before it is used, or perhaps where nobody looks (XML 1.0 §4.1 WFC: Entity
      // Declared speaks of documents without such references).
      if !isUncertain, isStandalone { throw XMLDoctype.undeclared(name, at: place) }
      isUncertain = true
      return
    }
    switch parameterTexts[number] {
    case .external:
      isUncertain = true
    case .text(let text):
      guard input.entity != number, !outer.contains(where: { $0.entity == number }) else {
        throw XMLDoctype.recursion(at: place)
      }
      if outer.count >= doctype.limits.depth {
        throw .limit("entities inside each other", doctype.limits.depth, at: place)
      }
      try doctype.count(text.count, at: place)
      outer.append(input)
      input = Input(bytes: text, index: 0, entity: number)
    }
  }
}

// Looking at the input.
extension XMLDoctypeReader {
  /// The next byte; zero at the end, which no document may hold.
  @inline(__always) var byte: UInt8 {
    input.index < input.bytes.count ? input.bytes[input.index] : 0
  }

  /// Where the next byte stands in the reader's bytes; the first reference, in an entity.
  var place: Int { base + (outer.first?.index ?? input.index) }

  mutating func advance(_ count: Int) { input.index += count }

  func has(_ text: StaticString) -> Bool {
    guard input.index + text.utf8CodeUnitCount <= input.bytes.count else { return false }
    for distance in 0..<text.utf8CodeUnitCount {
      // unsafe: a static string has so many code units.
      guard input.bytes[input.index + distance] == (unsafe text.utf8Start[distance]) else {
        return false
      }
    }
    return true
  }

  mutating func take(_ text: StaticString) -> Bool {
    guard has(text) else { return false }
    advance(text.utf8CodeUnitCount)
    return true
  }

  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = input.index
    while XMLCharacters.isSpace(byte) { advance(1) }
    return input.index > start
  }

  mutating func needSpace() throws(XMLFault) {
    guard skipSpace() else { throw unexpected("white space") }
  }

  /// Reads a name; one without a colon if it names an entity or a notation.
  mutating func name(
    _ what: String, isToken: Bool = false, mayHaveColon: Bool = true
  ) throws(XMLFault) -> [UInt8] {
    let start = input.index
    while XMLByteClasses.shared[byte] & XMLByteClasses.name != 0 { advance(1) }
    let name = input.bytes[start..<input.index]
    if let fault = XMLCharacters.fault(inName: name, isToken: isToken) {
      input.index = fault
      throw unexpected(what)
    }
    if !mayHaveColon, let colon = name.firstIndex(of: UInt8(ascii: ":")) {
      input.index = colon
      throw unexpected("a name without a colon")
    }
    return Array(name)
  }

  /// Reads a literal in quotes, whatever is in it but what no document may hold.
  mutating func literal(_ what: String) throws(XMLFault) -> [UInt8] {
    let quote = byte
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw unexpected("a quote before \(what)")
    }
    advance(1)
    let start = input.index
    while byte != quote {
      try checkAllowed(what)
      advance(1)
    }
    advance(1)
    return Array(input.bytes[start..<input.index - 1])
  }

  /// Control characters; all else was checked with the encoding.
  func checkAllowed(_ what: String) throws(XMLFault) {
    let byte = byte
    guard byte >= 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D else {
      throw unexpected("\(what), to its end")
    }
  }

  func unexpected(_ expected: String) -> XMLFault {
    let start = min(input.index, input.bytes.count)
    return .unexpected(
      input.bytes[start..<min(start + 4, input.bytes.count)], at: place, expected: expected)
  }
}
