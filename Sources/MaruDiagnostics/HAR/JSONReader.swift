internal import MaruHTTP

/// Reads JSON (RFC 8259) value by value, tells where it fails, and forgives controls in texts.
struct JSONReader {
  private(set) var feed: ByteFeed
  private var scratch: [UInt8] = []
  private var depth = 0

  /// More of one text is not kept, but for a mark by which it can be compared: 64 KiB.
  static let maximumText = 65_536
  /// Arrays and objects in each other: more is no capture but an attack on the stack.
  static let maximumDepth = 128

  init(_ feed: ByteFeed) {
    self.feed = feed
  }

  /// The next byte that is no white space.
  mutating func next() throws(CaptureRefusal) -> UInt8? {
    while let byte = try feed.peek() {
      // Some exporters put a byte order mark between pieces; its bytes stand nowhere else here.
      guard byte <= 0x20 || byte == 0xEF || byte == 0xBB || byte == 0xBF else { return byte }
      feed.skip()
    }
    return nil
  }

  /// Steps over the byte that ``next()`` gave.
  mutating func step() { feed.skip() }

  mutating func isAtEnd() throws(CaptureRefusal) -> Bool { try next() == nil }

  mutating func value() throws(CaptureRefusal) -> JSONValue {
    guard let byte = try next() else { throw feed.refusal(.ended) }
    switch byte {
    case UInt8(ascii: "{"):
      var members: [JSONValue.Member] = []
      try object { (reader, name) throws(CaptureRefusal) in
        members.append(JSONValue.Member(name: name, value: try reader.value()))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try array { (reader) throws(CaptureRefusal) in elements.append(try reader.value()) }
      return .array(elements)
    case UInt8(ascii: "\""): return try text()
    default: return try literal()
    }
  }

  /// Reads an object, handing each name to `member`, which reads the value.
  mutating func object(
    _ member: (inout JSONReader, String) throws(CaptureRefusal) -> Void
  ) throws(CaptureRefusal) {
    try enter(UInt8(ascii: "{"))
    defer { depth -= 1 }
    guard try next() != UInt8(ascii: "}") else { return feed.skip() }
    while true {
      guard let quote = try next() else { throw feed.refusal(.ended) }
      guard quote == UInt8(ascii: "\"") else { throw feed.refusal(.name) }
      let name = try text().text ?? ""
      guard let colon = try next() else { throw feed.refusal(.ended) }
      guard colon == UInt8(ascii: ":") else { throw feed.refusal(.colon) }
      feed.skip()
      try member(&self, name)
      if try isLast(UInt8(ascii: "}")) { return }
    }
  }

  /// Reads an array, calling `element` where one begins.
  mutating func array(
    _ element: (inout JSONReader) throws(CaptureRefusal) -> Void
  ) throws(CaptureRefusal) {
    try enter(UInt8(ascii: "["))
    defer { depth -= 1 }
    guard try next() != UInt8(ascii: "]") else { return feed.skip() }
    while true {
      try element(&self)
      if try isLast(UInt8(ascii: "]")) { return }
    }
  }

  private mutating func enter(_ opening: UInt8) throws(CaptureRefusal) {
    guard let byte = try next() else { throw feed.refusal(.ended) }
    guard byte == opening else { throw feed.refusal(.value) }
    guard depth < Self.maximumDepth else { throw feed.refusal(.tooDeep) }
    feed.skip()
    depth += 1
  }

  private mutating func isLast(_ closing: UInt8) throws(CaptureRefusal) -> Bool {
    guard let byte = try next() else { throw feed.refusal(.ended) }
    guard byte == closing || byte == UInt8(ascii: ",") else { throw feed.refusal(.separator) }
    feed.skip()
    if byte == closing { return true }
    // A comma before the end: hand-made files have it.
    guard try next() == closing else { return false }
    feed.skip()
    return true
  }

  // MARK: Texts

  mutating func text() throws(CaptureRefusal) -> JSONValue {
    feed.skip()
    scratch.removeAll(keepingCapacity: true)
    var total = 0
    var mark = Mark()
    while true {
      let from = scratch.count
      total += feed.popPlain(into: &scratch, room: Int.max)
      guard let byte = try feed.pop() else { throw feed.refusal(.ended) }
      if byte == UInt8(ascii: "\"") { break }
      if byte == UInt8(ascii: "\\") {
        let before = scratch.count
        try escape()
        total += scratch.count - before
      } else {
        scratch.append(byte)
        total += 1
      }
      // What is too long leaves the memory as it comes.
      if total > Self.maximumText {
        if !mark.isUsed { mark.add(scratch[...]) } else { mark.add(scratch[from...]) }
        scratch.removeSubrange(Self.maximumText...)
      }
    }
    guard total > Self.maximumText else { return .string(String(decoding: scratch, as: UTF8.self)) }
    if scratch.count > Self.maximumText {
      mark.add(mark.isUsed ? scratch[Self.maximumText...] : scratch[...])
      scratch.removeSubrange(Self.maximumText...)
    }
    let kept = String(decoding: scratch, as: UTF8.self)
    return .longString(kept, bytes: total, mark: mark.value)
  }

  private mutating func escape() throws(CaptureRefusal) {
    guard let byte = try feed.pop() else { throw feed.refusal(.ended) }
    switch byte {
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "u"): try unicode()
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
      scratch.append(byte)
    default: throw feed.refusal(.escape)
    }
  }

  private mutating func unicode() throws(CaptureRefusal) {
    var unit = try hex()
    while true {
      guard unit & 0xFC00 == 0xD800 else {
        // RFC 8259 §8.2: half a pair alone names no character.
        let scalar = Unicode.Scalar(unit) ?? "\u{FFFD}"
        scratch.append(contentsOf: Array(String(Character(scalar)).utf8))
        return
      }
      guard try feed.peek() == UInt8(ascii: "\\") else { break }
      feed.skip()
      guard try feed.peek() == UInt8(ascii: "u") else {
        scratch.append(contentsOf: [0xEF, 0xBF, 0xBD])
        return try escape()
      }
      feed.skip()
      let low = try hex()
      if low & 0xFC00 == 0xDC00 {
        unit = 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF)
      } else {
        scratch.append(contentsOf: [0xEF, 0xBF, 0xBD])
        unit = low
      }
    }
    scratch.append(contentsOf: [0xEF, 0xBF, 0xBD])
  }

  private mutating func hex() throws(CaptureRefusal) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = try feed.pop() else { throw feed.refusal(.ended) }
      guard let digit = PercentEncoding.digit(byte) else { throw feed.refusal(.escape) }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  // MARK: Numbers and words

  private mutating func literal() throws(CaptureRefusal) -> JSONValue {
    let place = feed
    scratch.removeAll(keepingCapacity: true)
    while let byte = try feed.peek(), Self.isWord(byte), scratch.count < 64 {
      scratch.append(byte)
      feed.skip()
    }
    let word = String(decoding: scratch, as: UTF8.self)
    let end = try feed.peek() == nil
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    // Some write what JSON has no word for.
    case "null", "undefined", "NaN", "Infinity", "-Infinity": return .null
    case "": throw place.refusal(.value)
    default: break
    }
    guard let first = scratch.first, first == UInt8(ascii: "-") || Digits.has(first) else {
      throw place.refusal(end ? .ended : .value)
    }
    guard let number = Double(word) else { throw place.refusal(end ? .ended : .number) }
    return .number(number)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}

/// A number that two texts share only if they are most likely the same (FNV-1a).
struct Mark {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var isUsed = false

  mutating func add(_ bytes: some Sequence<UInt8>) {
    isUsed = true
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  static func of(_ text: String) -> UInt64 {
    var mark = Mark()
    mark.add(text.utf8)
    return mark.value
  }
}
