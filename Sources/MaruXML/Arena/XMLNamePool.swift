/// Names as they are written, each kept once, with what their prefixes mean at the moment.
struct XMLNamePool: ~Copyable {
  /// What a name looks like.
  struct Shape: BitwiseCopyable {
    /// The first sixteen bytes, zeros behind the end, and which of their bits count.
    let low: UInt64
    let high: UInt64
    let lowMask: UInt64
    let highMask: UInt64
    let length: UInt32
    /// The lower half.
    let hash: UInt32
  }

  /// What a name with its prefix means.
  struct Written: BitwiseCopyable {
    /// In ``bytes``.
    let offset: UInt32
    let length: UInt32
    /// Number of its prefix.
    let prefix: UInt32
    /// Length of the prefix with its colon.
    let prefixLength: UInt32
    /// The prefix that an attribute of this name declares; `none` if it declares none.
    let declares: UInt32
    /// Where the local part's number was looked up last, and what it was.
    var namespace: UInt32 = XMLNamePool.none
    var name: UInt32 = 0
    /// Number as an attribute's name, which is in no namespace; `none` if it has a prefix or declares
    /// one.
    var plainName: UInt32 = XMLNamePool.none
    /// The name that came behind this one last; documents repeat themselves.
    var follower: UInt32 = 0
  }

  static let none = UInt32.max
  /// Numbers of prefixes that are always there.
  static let noPrefix: UInt32 = 0
  static let xmlPrefix: UInt32 = 1
  static let xmlnsPrefix: UInt32 = 2

  private(set) var bytes: [UInt8] = []
  private var shapes = XMLVector<Shape>()
  var written = XMLVector<Written>()
  /// The name that was read last.
  private var lastRead: UInt32 = 0
  /// The start tag in which each was an attribute last; finds one that is there twice.
  var lastTag = XMLVector<Int>()
  private var slots = XMLVector<UInt32>(capacity: 128)
  private let hash = XMLNameHash.shared

  private(set) var names: [XMLNameEntry] = []
  private(set) var nameTable = XMLNameTable()
  /// The start tag in which a name with a namespace was an attribute last.
  var lastTagOfName = XMLVector<Int>()

  var prefixes: [[UInt8]] = []
  private var prefixNumbers: [[UInt8]: UInt32] = [:]
  /// What each prefix stands for now: the number of a namespace, or `none`.
  var bindings = XMLVector<UInt32>()

  private(set) var namespaces: [String] = []
  private var namespaceNumbers: [[UInt8]: UInt32] = [:]

  private var limits = XMLLimits()

  static let xmlNamespace = Array(XMLNamespaces.xml.utf8)
  static let xmlnsNamespace = Array(XMLNamespaces.xmlns.utf8)

  init(limits: XMLLimits) {
    clearSlots(128)
    for uri in [[], Self.xmlNamespace, Self.xmlnsNamespace] { addNamespace(uri) }
    // The number of each of these prefixes is that of its namespace.
    for (number, prefix) in ["", "xml", "xmlns"].enumerated() {
      addPrefix(Array(prefix.utf8))
      bindings[number] = UInt32(number)
    }
    // Some name is there to be compared with.
    let first = try? intern(Array("xmlns".utf8), at: 0)
    precondition(first == 0)
    self.limits = limits
  }

  /// Reads the name at a place, which must start one.
  ///
  /// What came behind the last name before is tried first, and costs a comparison.
  ///
  /// - Returns: Its number, and the place behind it.
  @inline(__always)
  mutating func read(
    _ window: XMLWindow, at start: Int
  ) throws(XMLFault) -> (number: UInt32, end: Int) {
    let guess = written[Int(lastRead)].follower
    let end = start &+ Int(shapes[Int(guess)].length)
    if stands(guess, at: start, in: window),
      window.classes[window[end]] & XMLByteClasses.name == 0
    {
      lastRead = guess
      return (guess, end)
    }
    return try readUnknown(window, at: start)
  }

  @inline(never)
  private mutating func readUnknown(
    _ window: XMLWindow, at start: Int
  ) throws(XMLFault) -> (number: UInt32, end: Int) {
    let end = window.skipName(start)
    let number = try intern(window, at: start, length: end &- start)
    written[Int(lastRead)].follower = number
    lastRead = number
    return (number, end)
  }

  /// The number of the name that stands at a place; its characters are checked when it is new.
  @inline(__always)
  mutating func intern(
    _ window: XMLWindow, at start: Int, length: Int
  ) throws(XMLFault) -> UInt32 {
    let key = hash.key(window, at: start, length: length)
    let mask = slots.count &- 1
    var slot = Int(UInt32(truncatingIfNeeded: key.hash)) & mask
    while true {
      let number = slots[slot]
      if number == 0 { break }
      let index = Int(number &- 1)
      if shapes[index].low == key.low, shapes[index].high == key.high,
        Int(shapes[index].length) == length,
        length <= 16
          || Self.isSame(bytes, Int(written[index].offset), length, window, start)
      {
        return number &- 1
      }
      slot = (slot &+ 1) & mask
    }
    return try add(window.copy(start..<start + length), key: key, at: start)
  }

  /// The number of a name that is given by itself.
  mutating func intern(_ name: [UInt8], at place: Int) throws(XMLFault) -> UInt32 {
    do {
      // unsafe: the window is used inside of the closure only.
      return try unsafe name.withUnsafeBufferPointer { buffer throws(XMLFault) in
        try intern(unsafe XMLWindow(buffer), at: 0, length: name.count)
      }
    } catch {
      throw XMLFault(error.code, at: place, expected: error.expected, found: error.found)
    }
  }

  /// Whether the name at a place is the one of a number; what follows it is not looked at.
  @inline(__always)
  func stands(_ number: UInt32, at start: Int, in window: XMLWindow) -> Bool {
    let shape = Int(number)
    if window.word(at: start) & shapes[shape].lowMask != shapes[shape].low { return false }
    let length = shapes[shape].length
    if length <= 8 { return true }
    if window.word(at: start &+ 8) & shapes[shape].highMask != shapes[shape].high { return false }
    return length <= 16
      || Self.isSame(bytes, Int(written[shape].offset), Int(length), window, start)
  }

  /// The length of a name.
  @inline(__always)
  func length(_ number: UInt32) -> Int { Int(shapes[Int(number)].length) }

  /// The number of an element's name, or of an attribute's that has a prefix, by what its prefix
  /// stands for now.
  @inline(__always)
  mutating func elementName(_ number: UInt32, at place: Int) throws(XMLFault) -> UInt32 {
    let namespace = bindings[Int(written[Int(number)].prefix)]
    if written[Int(number)].namespace == namespace, namespace != Self.none {
      return written[Int(number)].name
    }
    return try lookUp(number, in: namespace, at: place)
  }

  @inline(never)
  private mutating func lookUp(
    _ number: UInt32, in namespace: UInt32, at place: Int
  ) throws(XMLFault) -> UInt32 {
    let prefix = written[Int(number)].prefix
    guard namespace != Self.none else {
      throw XMLFault(
        .undeclaredPrefix, at: place, expected: "a declared prefix",
        found: "'\(String(decoding: prefixes[Int(prefix)].prefix(64), as: UTF8.self))'")
    }
    guard prefix != Self.xmlnsPrefix else {
      throw XMLFault(at: place, expected: "another prefix than 'xmlns'", found: text(number))
    }
    let name = try expand(number, in: namespace, at: place)
    written[Int(number)].namespace = namespace
    written[Int(number)].name = name
    return name
  }

  /// The name as it is written.
  func text(_ number: UInt32) -> String {
    let name = written[Int(number)]
    return String(
      decoding: bytes[Int(name.offset)..<Int(name.offset) + Int(name.length)], as: UTF8.self)
  }

  /// What a name hashes to, for whoever has it in an array.
  static func key(of name: [UInt8]) -> XMLNameHash.Key {
    // unsafe: the window is used inside of the closure only.
    return unsafe name.withUnsafeBufferPointer { buffer in
      XMLNameHash.shared.key(unsafe XMLWindow(buffer), at: 0, length: name.count)
    }
  }

  @inline(never)
  private static func isSame(
    _ bytes: [UInt8], _ offset: Int, _ length: Int, _ window: XMLWindow, _ start: Int
  ) -> Bool {
    for distance in 0..<length where bytes[offset + distance] != window[start + distance] {
      return false
    }
    return true
  }
}

// What happens once for each different name.
extension XMLNamePool {
  @inline(never)
  private mutating func add(
    _ name: [UInt8], key: XMLNameHash.Key, at place: Int
  ) throws(XMLFault) -> UInt32 {
    guard name.count <= limits.nameBytes else {
      throw .limit("bytes in a name", limits.nameBytes, at: place)
    }
    guard written.count <= min(limits.names, Int(XMLRecord.nameMask)) else {
      throw .limit("different names", limits.names, at: place)
    }
    if let fault = XMLCharacters.fault(inName: name[...]) {
      throw .unexpected(name[fault...], at: place + fault, expected: "a character of a name")
    }
    let (prefix, prefixLength) = try split(name, at: place)
    let xmlns = Array("xmlns".utf8)
    var declares = Self.none
    if name == xmlns { declares = Self.noPrefix }
    if prefix == Self.xmlnsPrefix { declares = number(ofPrefix: Array(name[prefixLength...])) }
    let new = UInt32(written.count)
    written.append(
      Written(
        offset: UInt32(bytes.count), length: UInt32(name.count), prefix: prefix,
        prefixLength: UInt32(prefixLength), declares: declares))
    let low = XMLNameHash.mask(min(name.count, 8))
    let high = name.count > 8 ? XMLNameHash.mask(min(name.count - 8, 8)) : 0
    shapes.append(
      Shape(
        low: key.low, high: key.high, lowMask: low, highMask: high, length: UInt32(name.count),
        hash: UInt32(truncatingIfNeeded: key.hash)))
    lastTag.append(0)
    bytes += name
    if written.count * 2 >= slots.count {
      clearSlots(slots.count * 2)
      for old in 0..<new { insert(old) }
    }
    insert(new)
    if prefix == Self.noPrefix, declares == Self.none {
      written[Int(new)].plainName = try expand(new, in: 0, at: place)
    }
    return new
  }

  private mutating func clearSlots(_ count: Int) {
    slots.removeAll()
    for _ in 0..<count { slots.append(0) }
  }

  private mutating func insert(_ number: UInt32) {
    let mask = slots.count - 1
    var slot = Int(shapes[Int(number)].hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = number + 1
  }

  /// Splits a qualified name (Namespaces in XML 1.0 §3 [7]–[11]).
  private mutating func split(
    _ name: [UInt8], at place: Int
  ) throws(XMLFault) -> (prefix: UInt32, length: Int) {
    guard let colon = name.firstIndex(of: UInt8(ascii: ":")) else { return (Self.noPrefix, 0) }
    let local = name[(colon + 1)...]
    guard colon > 0, !local.isEmpty, !local.contains(UInt8(ascii: ":")),
      XMLCharacters.fault(inName: local) == nil
    else {
      throw XMLFault(
        at: place, expected: "a name with at most one prefix before a colon",
        found: "a colon that does not part two names")
    }
    return (number(ofPrefix: Array(name[..<colon])), colon + 1)
  }

  private mutating func number(ofPrefix prefix: [UInt8]) -> UInt32 {
    prefixNumbers[prefix] ?? addPrefix(prefix)
  }

  @discardableResult
  private mutating func addPrefix(_ prefix: [UInt8]) -> UInt32 {
    let number = UInt32(prefixes.count)
    prefixes.append(prefix)
    bindings.append(Self.none)
    prefixNumbers[prefix] = number
    return number
  }

  /// The number of a namespace.
  mutating func number(ofNamespace uri: [UInt8], at place: Int) throws(XMLFault) -> UInt32 {
    if let number = namespaceNumbers[uri] { return number }
    guard namespaces.count < min(limits.names, Int(XMLRecord.nameMask)) else {
      throw .limit("different namespaces", limits.names, at: place)
    }
    return addNamespace(uri)
  }

  @discardableResult
  private mutating func addNamespace(_ uri: [UInt8]) -> UInt32 {
    let number = UInt32(namespaces.count)
    namespaces.append(String(decoding: uri, as: UTF8.self))
    namespaceNumbers[uri] = number
    return number
  }

  /// The number of a local part in a namespace.
  @inline(never)
  mutating func expand(
    _ number: UInt32, in namespace: UInt32, at place: Int
  ) throws(XMLFault) -> UInt32 {
    let name = written[Int(number)]
    let start = Int(name.offset + name.prefixLength)
    let local = bytes[start..<Int(name.offset + name.length)]
    let hash = XMLNameHash.shared.hash(Self.key(of: Array(local)), in: namespace)
    if let found = nameTable.find(
      local, in: namespace, hash: hash, names: names, nameBytes: bytes)
    {
      return found
    }
    guard names.count < min(limits.names, Int(XMLRecord.nameMask)) else {
      throw .limit("different names", limits.names, at: place)
    }
    let new = UInt32(names.count)
    names.append(
      XMLNameEntry(namespace: namespace, offset: UInt32(start), length: UInt32(local.count)))
    lastTagOfName.append(0)
    nameTable.insert(new, hash: hash) { [names, bytes] old in
      let entry = names[Int(old)]
      let local = Array(bytes[Int(entry.offset)..<Int(entry.offset) + Int(entry.length)])
      return XMLNameHash.shared.hash(Self.key(of: local), in: entry.namespace)
    }
    return new
  }
}
