// Declarations of attributes.
extension XMLDoctypeReader {
  /// Source: XML 1.0 §3.3 [52], [53].
  mutating func readAttributeList() throws(XMLFault) {
    try needSpace()
    let element = try name("an element's name")
    while true {
      let isParted = skipSpace()
      if byte == UInt8(ascii: ">") { return }
      guard isParted else { throw unexpected("white space") }
      try readAttribute(of: element)
    }
  }

  private mutating func readAttribute(of element: [UInt8]) throws(XMLFault) {
    declarations += 1
    if declarations > doctype.limits.declarations {
      throw .limit("declarations", doctype.limits.declarations, at: place)
    }
    let name = try self.name("an attribute's name")
    try needSpace()
    let isTokenized = try readType()
    try needSpace()
    let value = try readDefault()
    guard !isUncertain || isStandalone else { return }
    // The first declaration counts (§3.3).
    guard doctype.attributes[element]?.isTokenized[name] == nil else { return }
    doctype.attributes[element, default: XMLDoctype.Attributes()].isTokenized[name] = isTokenized
    if let value {
      doctype.attributes[element, default: XMLDoctype.Attributes()].defaults.append(
        XMLDoctype.Default(
          name: name, value: isTokenized ? XMLDoctype.tokens(of: value) : value))
    }
  }

  /// Reads an attribute's type.
  ///
  /// - Returns: Whether its values are tokens.
  ///
  /// Source: XML 1.0 §3.3.1 [54]–[59].
  private mutating func readType() throws(XMLFault) -> Bool {
    if byte == UInt8(ascii: "(") {
      try readEnumeration(areNames: false)
      return true
    }
    let type = String(decoding: try name("an attribute's type"), as: UTF8.self)
    switch type {
    case "CDATA": return false
    case "ID", "IDREF", "IDREFS", "ENTITY", "ENTITIES", "NMTOKEN", "NMTOKENS": return true
    case "NOTATION":
      try needSpace()
      guard byte == UInt8(ascii: "(") else { throw unexpected("'('") }
      try readEnumeration(areNames: true)
      return true
    default:
      throw unexpected("a known type before this place")
    }
  }

  private mutating func readEnumeration(areNames: Bool) throws(XMLFault) {
    repeat {
      advance(1)
      skipSpace()
      _ = try name("a token", isToken: !areNames, mayHaveColon: !areNames)
      skipSpace()
    } while byte == UInt8(ascii: "|")
    guard byte == UInt8(ascii: ")") else { throw unexpected("'|' or ')'") }
    advance(1)
  }

  /// Reads what holds where the attribute is not written.
  ///
  /// - Returns: The default value, with references resolved.
  ///
  /// Source: XML 1.0 §3.3.2 [60]; §4.1 WFC: Entity Declared (before it is used in a default).
  private mutating func readDefault() throws(XMLFault) -> [UInt8]? {
    if take("#REQUIRED") || take("#IMPLIED") { return nil }
    if take("#FIXED") { try needSpace() }
    let place = self.place
    let value = try literal("a default value")
    return try doctype.expand(value, isInEntity: input.entity >= 0, at: place)
  }
}
