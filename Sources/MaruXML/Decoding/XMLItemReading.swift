/// What both kinds of lists do with an item.
protocol XMLItemReading: UnkeyedDecodingContainer {
  var session: XMLDecodingSession { get }
  /// Goes to the next item, and hands over the place of this one.
  mutating func take(_ type: Any.Type) throws -> XMLPlace
  /// Reads an item with its index in the path.
  mutating func item<Value>(
    _ type: Any.Type, _ read: (XMLDecodingSession, XMLPlace) throws -> Value
  ) throws -> Value
}

extension XMLItemReading {
  var count: Int? { nil }

  func ended(_ type: Any.Type) -> XMLError {
    XMLError(
      .valueNotFound, expected: "\(type)", found: "the end of the list",
      codingPath: codingPath + [XMLIndexKey(index: currentIndex)])
  }

  @inline(__always)
  private mutating func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    try item(type) { try $0.integer(type, at: $1) }
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try item(type) { try $0.bool(at: $1) } }
  mutating func decode(_ type: String.Type) throws -> String {
    try item(type) { try $0.string(at: $1) }
  }
  mutating func decode(_ type: Double.Type) throws -> Double {
    try item(type) { try $0.double(at: $1) }
  }
  mutating func decode(_ type: Float.Type) throws -> Float {
    try item(type) { try $0.float(at: $1) }
  }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let prefix: [XMLPathStep] = [.index(currentIndex)]
    return KeyedDecodingContainer(
      XMLKeyedContainer<Key>(
        members: try session.members(at: take(Key.self), shape: nil, prefix: prefix)))
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let prefix: [XMLPathStep] = [.index(currentIndex)]
    return try XMLChosenContainer(session: session, place: take([Any].self), prefix: prefix)
  }

  mutating func superDecoder() throws -> any Decoder {
    XMLValueDecoder(session: session, place: try take(Any.self), shape: nil)
  }
}
