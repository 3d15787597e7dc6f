// Attribute values with references to entities.
extension XMLDoctype {
  /// What the value of an attribute says: references resolved, white space as blanks.
  ///
  /// - Parameters:
  ///   - value: As written, without quotes.
  ///   - isInEntity: White space in it was not normalized as line ends: it was written as references.
  ///
  /// Source: XML 1.0 §3.3.3; §3.1 WFC: No External Entity References, No < in Attribute Values;
  /// §4.1 WFC: Parsed Entity, No Recursion.
  mutating func expand(
    _ value: [UInt8], isInEntity: Bool, at place: Int
  ) throws(XMLFault) -> [UInt8] {
    var output: [UInt8] = []
    var inputs: [(text: [UInt8], index: Int, entity: Int)] = [(value, 0, -1)]
    while let top = inputs.indices.last {
      guard inputs[top].index < inputs[top].text.count else {
        inputs.removeLast()
        continue
      }
      let index = inputs[top].index
      let byte = inputs[top].text[index]
      inputs[top].index += 1
      switch byte {
      case UInt8(ascii: "<"):
        throw XMLFault(at: place, expected: "an attribute's value without '<'", found: "'<'")
      case 0x0D where top == 0 && !isInEntity:
        output.append(0x20)
        if index + 1 < value.count, value[index + 1] == 0x0A { inputs[0].index += 1 }
      case 0x09, 0x0A, 0x0D:
        output.append(0x20)
      case UInt8(ascii: "&"):
        let (reference, end) = try XMLReference.read(inputs[top].text, at: index, place: place)
        inputs[top].index = end
        switch reference {
        case .character(let scalar): XMLCharacters.append(scalar, to: &output)
        case .predefined(let byte): output.append(byte)
        case .entity(let name):
          let (number, text) = try self.text(of: name, at: place)
          guard !inputs.contains(where: { $0.entity == number }) else {
            throw Self.recursion(at: place)
          }
          if inputs.count > limits.depth {
            throw .limit("entities inside each other", limits.depth, at: place)
          }
          try count(text.count, at: place)
          inputs.append((text, 0, number))
        }
      default:
        output.append(byte)
      }
    }
    return output
  }

  /// The text of an entity that is referred to in a value.
  private func text(
    of name: [UInt8], at place: Int
  ) throws(XMLFault) -> (number: Int, text: [UInt8]) {
    guard let number = numbers[name] else { throw Self.undeclared(name, at: place) }
    switch entities[number] {
    case .text(let text): return (number, text)
    case .external:
      throw XMLFault(
        at: place, expected: "no entity from outside in an attribute's value", found: "one")
    case .unparsed: throw Self.unparsed(at: place)
    }
  }

  /// Makes tokens of a value: no blanks around it, one between two.
  static func tokens(of value: [UInt8]) -> [UInt8] {
    Array(value.split(separator: 0x20).joined(separator: [0x20]))
  }

  static func undeclared(_ name: [UInt8], at place: Int) -> XMLFault {
    let shown = String(decoding: name.prefix(64), as: UTF8.self)
    return XMLFault(
      .undeclaredEntity, at: place, expected: "a declared entity", found: "&\(shown);")
  }
  static func unparsed(at place: Int) -> XMLFault {
    XMLFault(at: place, expected: "an entity of text", found: "one that is not parsed")
  }
  static func recursion(at place: Int) -> XMLFault {
    XMLFault(
      at: place, expected: "an entity that does not contain itself",
      found: "one that does")
  }
}

/// A reference in bytes that are in an array.
enum XMLReference {
  case character(UInt32)
  case predefined(UInt8)
  case entity([UInt8])

  /// Reads the reference at an index.
  ///
  /// - Parameter place: For messages.
  ///
  /// Source: XML 1.0 §4.1 [66]–[68].
  static func read(
    _ bytes: [UInt8], at start: Int, place: Int
  ) throws(XMLFault) -> (XMLReference, end: Int) {
    func fault(_ expected: String, _ index: Int) -> XMLFault {
      .unexpected(bytes[min(index, bytes.count)...], at: place, expected: expected)
    }
    var index = start + 1
    guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ";")) else {
      throw fault("';' at the end of a reference", bytes.count)
    }
    if index < bytes.count, bytes[index] == UInt8(ascii: "#") {
      index += 1
      let isHexadecimal = index < end && bytes[index] == UInt8(ascii: "x")
      if isHexadecimal { index += 1 }
      guard index < end else { throw fault("a character's number", index) }
      var value: UInt32 = 0
      while index < end {
        guard let digit = XMLReferences.digit(bytes[index], isHexadecimal: isHexadecimal) else {
          throw fault("a digit", index)
        }
        if value < 0x11_0000 { value = value * (isHexadecimal ? 16 : 10) + digit }
        index += 1
      }
      guard XMLCharacters.isAllowed(value) else {
        throw XMLFault(
          at: place, expected: "the number of a character that XML allows",
          found: "a reference to another")
      }
      return (.character(value), end + 1)
    }
    let name = Array(bytes[index..<end])
    if let wrong = XMLCharacters.fault(inName: name[...]) {
      throw fault("a name or '#' behind '&'", index + wrong)
    }
    if let byte = XMLReferences.predefined(name) { return (.predefined(byte), end + 1) }
    return (.entity(name), end + 1)
  }
}
