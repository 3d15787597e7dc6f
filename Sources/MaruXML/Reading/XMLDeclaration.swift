/// What `<?xml …?>` says.
///
/// Source: XML 1.0 §2.8 [23]–[26], §2.9 [32], §4.3.3 [80], [81].
struct XMLDeclaration: Sendable {
  /// The encoding's label, as written.
  var encoding: String?
  /// Where the label starts.
  var encodingPlace = 0
  var isStandalone: Bool?

  /// Reads the declaration at a place.
  static func read(
    _ window: XMLWindow, at start: Int, end: Int
  ) throws(XMLFault) -> (XMLDeclaration, end: Int) {
    var cursor = XMLDeclarationCursor(window: window, end: end, place: start + 5)
    var declaration = XMLDeclaration()
    try cursor.needSpace()
    let version = try cursor.value(of: "version")
    guard let version, isVersion(window.copy(version)) else {
      throw cursor.fault("version=\"1.0\"")
    }
    var isParted = cursor.skipSpace()
    if isParted, let encoding = try cursor.value(of: "encoding") {
      let label = window.copy(encoding)
      guard isLabel(label) else { throw cursor.fault("the name of an encoding") }
      declaration.encoding = String(decoding: label, as: UTF8.self)
      declaration.encodingPlace = encoding.lowerBound
      isParted = cursor.skipSpace()
    }
    if isParted, let standalone = try cursor.value(of: "standalone") {
      switch String(decoding: window.copy(standalone), as: UTF8.self) {
      case "yes": declaration.isStandalone = true
      case "no": declaration.isStandalone = false
      default: throw cursor.fault("standalone=\"yes\" or \"no\"")
      }
      cursor.skipSpace()
    }
    guard window.has("?>", at: cursor.place) else {
      throw cursor.fault("'?>' at the end of the XML declaration")
    }
    return (declaration, cursor.place + 2)
  }

  /// `1.` and digits: a processor of 1.0 takes any 1.x as 1.0 (§2.8).
  private static func isVersion(_ version: [UInt8]) -> Bool {
    version.count > 2 && version.starts(with: "1.".utf8)
      && version.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }
  }

  private static func isLabel(_ label: [UInt8]) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte >= 0x41 }
    guard let first = label.first, isLetter(first) else { return false }
    return label.dropFirst().allSatisfy {
      isLetter($0) || (0x30...0x39).contains($0) || "._-".utf8.contains($0)
    }
  }
}

/// Reads the pseudo-attributes of the declaration.
struct XMLDeclarationCursor {
  let window: XMLWindow
  let end: Int
  var place: Int

  @discardableResult
  mutating func skipSpace() -> Bool {
    let start = place
    while XMLCharacters.isSpace(window[place]) { place += 1 }
    return place > start
  }

  mutating func needSpace() throws(XMLFault) {
    guard skipSpace() else { throw fault("white space") }
  }

  /// Where the value stands; nil if it is another name.
  mutating func value(of name: StaticString) throws(XMLFault) -> Range<Int>? {
    guard window.has(name, at: place) else { return nil }
    place += name.utf8CodeUnitCount
    skipSpace()
    guard window[place] == UInt8(ascii: "=") else { throw fault("'='") }
    place += 1
    skipSpace()
    let quote = window[place]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { throw fault("a quote") }
    place += 1
    let start = place
    while window[place] != quote {
      // All that can stand here is plain.
      guard window[place] > 0x20, window[place] < 0x7F, window[place] != UInt8(ascii: "<") else {
        throw fault("a value and its closing quote")
      }
      place += 1
    }
    place += 1
    return start..<place - 1
  }

  func fault(_ expected: String) -> XMLFault {
    .unexpected(
      window.copy(min(place, end)..<min(place + 4, end))[...], at: place, expected: expected)
  }
}
