// Entities, notations, comments and instructions.
extension XMLDoctypeReader {
  /// Source: XML 1.0 §4.2 [70]–[76].
  mutating func readEntity() throws(XMLFault) {
    try needSpace()
    var isParameter = false
    if byte == UInt8(ascii: "%") {
      advance(1)
      try needSpace()
      isParameter = true
    }
    let name = try self.name("an entity's name", mayHaveColon: false)
    try needSpace()
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      let place = self.place
      let text = try replacementText(of: try literal("an entity's value"), at: place)
      skipSpace()
      if isParameter {
        declareParameter(name, .text(text))
      } else {
        try declare(name, .text(text), at: place)
      }
      return
    }
    guard has("SYSTEM") || has("PUBLIC") else {
      throw unexpected("an entity's value, 'SYSTEM' or 'PUBLIC'")
    }
    let place = self.place
    try readExternalID(isPublicEnough: false)
    let isParted = skipSpace()
    var entity = XMLDoctype.Entity.external
    if has("NDATA") {
      guard isParted, !isParameter else {
        throw unexpected(isParameter ? "'>': a parameter entity is parsed" : "white space")
      }
      advance(5)
      try needSpace()
      _ = try self.name("a notation's name", mayHaveColon: false)
      skipSpace()
      entity = .unparsed
    }
    if isParameter {
      declareParameter(name, .external)
    } else {
      try declare(name, entity, at: place)
    }
  }

  private mutating func declareParameter(_ name: [UInt8], _ parameter: Parameter) {
    guard !isUncertain || isStandalone, parameters[name] == nil else { return }
    parameters[name] = parameterTexts.count
    parameterTexts.append(parameter)
  }

  private mutating func declare(
    _ name: [UInt8], _ entity: XMLDoctype.Entity, at place: Int
  ) throws(XMLFault) {
    if let byte = XMLReferences.predefined(name) {
      try checkPredefined(byte, entity, at: place)
      return
    }
    guard !isUncertain || isStandalone else { return }
    doctype.declare(name, entity)
  }

  /// A predefined entity may be declared as what it is, and as nothing else.
  ///
  /// Source: XML 1.0 §4.6.
  private func checkPredefined(
    _ byte: UInt8, _ entity: XMLDoctype.Entity, at place: Int
  ) throws(XMLFault) {
    let mustBeEscaped = byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
    if case .text(let text) = entity {
      if text == [byte], !mustBeEscaped { return }
      if text.first == UInt8(ascii: "&"),
        case (.character(let scalar), let end)? = try? XMLReference.read(text, at: 0, place: 0),
        scalar == UInt32(byte), end == text.count
      {
        return
      }
    }
    throw XMLFault(
      at: place, expected: "a predefined entity declared as what it is", found: "another meaning")
  }

  /// Resolves references to characters in an entity's value, and leaves those to entities.
  ///
  /// Source: XML 1.0 §2.3 [9], §4.4 (bypassed), §4.5; §2.8 WFC: PEs in Internal Subset.
  private func replacementText(of value: [UInt8], at place: Int) throws(XMLFault) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(value.count)
    var index = 0
    while index < value.count {
      switch value[index] {
      case UInt8(ascii: "%"):
        throw XMLFault(
          at: place, expected: "no parameter entity inside of a declaration", found: "'%'")
      case UInt8(ascii: "&"):
        let (reference, end) = try XMLReference.read(value, at: index, place: place)
        if case .character(let scalar) = reference {
          XMLCharacters.append(scalar, to: &text)
        } else {
          text += value[index..<end]
        }
        index = end
      case 0x0D where input.entity < 0:
        text.append(0x0A)
        index += 1
        if index < value.count, value[index] == 0x0A { index += 1 }
      default:
        text.append(value[index])
        index += 1
      }
    }
    return text
  }

  /// Source: XML 1.0 §4.7 [82], [83].
  mutating func readNotation() throws(XMLFault) {
    try needSpace()
    _ = try name("a notation's name", mayHaveColon: false)
    try needSpace()
    guard has("SYSTEM") || has("PUBLIC") else { throw unexpected("'SYSTEM' or 'PUBLIC'") }
    try readExternalID(isPublicEnough: true)
    skipSpace()
  }

  /// Reads over an external identifier.
  ///
  /// - Parameter isPublicEnough: A system identifier may be missing behind a public one.
  ///
  /// Source: XML 1.0 §2.3 [11]–[13], §4.2.2 [75].
  mutating func readExternalID(isPublicEnough: Bool) throws(XMLFault) {
    let isPublic = has("PUBLIC")
    advance(6)
    try needSpace()
    if isPublic {
      let place = self.place
      let identifier = try literal("a public identifier")
      if let wrong = identifier.firstIndex(where: { !XMLCharacters.isPublicIdentifier($0) }) {
        throw .unexpected(
          identifier[wrong...], at: place, expected: "a character of public identifiers")
      }
      let isParted = skipSpace()
      if isPublicEnough, byte == UInt8(ascii: ">") { return }
      guard isParted else { throw unexpected("white space") }
    }
    _ = try literal("a system identifier")
  }

  /// Source: XML 1.0 §2.5 [15].
  mutating func skipComment() throws(XMLFault) {
    advance(4)
    while !has("--") {
      try checkAllowed("a comment")
      advance(1)
    }
    advance(2)
    guard byte == UInt8(ascii: ">") else { throw unexpected("'>' behind '--' in a comment") }
    advance(1)
  }

  /// Source: XML 1.0 §2.6 [16], [17].
  mutating func skipInstruction() throws(XMLFault) {
    advance(2)
    let target = try name("an instruction's target", mayHaveColon: false)
    guard String(decoding: target, as: UTF8.self).lowercased() != "xml" else {
      throw unexpected("another target than 'xml', which stands at the start only")
    }
    guard skipSpace() || has("?>") else { throw unexpected("white space or '?>'") }
    while !has("?>") {
      try checkAllowed("an instruction")
      advance(1)
    }
    advance(2)
  }
}
