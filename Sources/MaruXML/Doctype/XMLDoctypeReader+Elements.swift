// Declarations of elements.
extension XMLDoctypeReader {
  /// Reads what an element may hold; only its grammar matters here.
  ///
  /// Source: XML 1.0 §3.2 [45]–[51].
  mutating func readElement() throws(XMLFault) {
    try needSpace()
    _ = try name("an element's name")
    try needSpace()
    if take("EMPTY") || take("ANY") {
      skipSpace()
      return
    }
    guard byte == UInt8(ascii: "(") else { throw unexpected("'EMPTY', 'ANY' or '('") }
    advance(1)
    skipSpace()
    if take("#PCDATA") {
      try readMixed()
    } else {
      try readChildren()
    }
    skipSpace()
  }

  private mutating func readMixed() throws(XMLFault) {
    var hasNames = false
    skipSpace()
    while byte == UInt8(ascii: "|") {
      advance(1)
      skipSpace()
      _ = try name("an element's name")
      hasNames = true
      skipSpace()
    }
    guard byte == UInt8(ascii: ")") else { throw unexpected("'|' or ')'") }
    advance(1)
    if byte == UInt8(ascii: "*") {
      advance(1)
    } else if hasNames {
      throw unexpected("'*' behind text and elements")
    }
  }

  /// Reads groups without recursion: one entry for each open group, its separator or zero.
  private mutating func readChildren() throws(XMLFault) {
    var separators: [UInt8] = [0]
    var needsItem = true
    while !separators.isEmpty {
      skipSpace()
      let next = byte
      if needsItem {
        if next == UInt8(ascii: "(") {
          advance(1)
          separators.append(0)
        } else {
          _ = try name("an element's name or '('")
          skipOccurrence()
          needsItem = false
        }
      } else if next == UInt8(ascii: ")") {
        advance(1)
        skipOccurrence()
        separators.removeLast()
      } else {
        guard next == UInt8(ascii: ",") || next == UInt8(ascii: "|") else {
          throw unexpected("',', '|' or ')'")
        }
        let group = separators.count - 1
        guard separators[group] == 0 || separators[group] == next else {
          throw unexpected("the separator that the group began with")
        }
        separators[group] = next
        advance(1)
        needsItem = true
      }
    }
  }

  private mutating func skipOccurrence() {
    if "?*+".utf8.contains(byte) { advance(1) }
  }
}
