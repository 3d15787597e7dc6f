/// The decoder of an enum whose case a child element, or a piece of text, has chosen by its name.
struct XMLChoiceDecoder: Decoder {
  let session: XMLDecodingSession
  let chosen: XMLChosen
  let shape: XMLResolvedShape?

  var codingPath: [any CodingKey] { session.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { session.settings.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(
      XMLChoiceContainer<Key>(session: session, chosen: chosen, shape: shape))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try XMLUnkeyedContainer(session: session, place: chosen.place)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    XMLChoiceSingle(decoder: self)
  }
}

/// Has one key: the chosen one. What it leads to is the child itself.
private struct XMLChoiceContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let session: XMLDecodingSession
  let chosen: XMLChosen
  let shape: XMLResolvedShape?

  var codingPath: [any CodingKey] { session.codingPath }
  var allKeys: [Key] { Key(stringValue: chosen.key).map { [$0] } ?? [] }

  func contains(_ key: Key) -> Bool { key.stringValue == chosen.key }

  private func place(_ key: Key) throws -> XMLPlace {
    guard contains(key) else {
      throw session.error(
        .keyNotFound, at: chosen.place.index, expected: "'\(key.stringValue)'",
        found: "'\(chosen.key)'")
    }
    return chosen.place
  }

  private func read<Value>(_ key: Key, _ read: (XMLPlace) throws -> Value) throws -> Value {
    let place = try place(key)
    try session.enter(.key(key), at: place.index)
    defer { session.leave() }
    return try read(place)
  }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
    try read(key) { try session.integer(type, at: $0) }
  }

  func decodeNil(forKey key: Key) throws -> Bool { !contains(key) || session.isNil(chosen.place) }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try read(key) { try session.bool(at: $0) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try read(key) { try session.string(at: $0) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try read(key) { try session.double(at: $0) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try read(key) { try session.float(at: $0) }
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(type, key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(type, key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(type, key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(type, key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(type, key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(type, key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(type, key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(type, key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(type, key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(type, key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(type, key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(type, key) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try read(key) { try session.value(type, at: $0) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(
      XMLKeyedContainer<Nested>(
        members: try session.members(
          at: place(key), shape: shape, prefix: [.key(key)], isPayload: true)))
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try XMLChosenContainer(session: session, place: place(key), prefix: [.key(key)])
  }
  func superDecoder() throws -> any Decoder {
    XMLValueDecoder(session: session, place: chosen.place, shape: nil)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    XMLValueDecoder(session: session, place: try place(key), shape: nil)
  }
}

/// For wrappers of an enum, such as an optional, and for types that are no enums.
private struct XMLChoiceSingle: SingleValueDecodingContainer {
  let decoder: XMLChoiceDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }
  private var plain: XMLSingleContainer {
    XMLSingleContainer(session: decoder.session, place: decoder.chosen.place)
  }

  func decodeNil() -> Bool { false }
  func decode(_ type: Bool.Type) throws -> Bool { try plain.decode(type) }
  func decode(_ type: String.Type) throws -> String { try plain.decode(type) }
  func decode(_ type: Double.Type) throws -> Double { try plain.decode(type) }
  func decode(_ type: Float.Type) throws -> Float { try plain.decode(type) }
  func decode(_ type: Int.Type) throws -> Int { try plain.decode(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try plain.decode(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try plain.decode(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try plain.decode(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try plain.decode(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try plain.decode(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try plain.decode(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try plain.decode(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try plain.decode(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try plain.decode(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try plain.decode(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try plain.decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard decoder.session.traits(of: type).special == .none else { return try plain.decode(type) }
    return try Value(from: decoder)
  }
}

/// The decoder of a property with ordered content: a list of enums, or one enum.
struct XMLContentDecoder: Decoder {
  let session: XMLDecodingSession
  let parent: Int
  let chosen: [XMLChosen]
  let shape: XMLResolvedShape?

  var codingPath: [any CodingKey] { session.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { session.settings.userInfo }

  /// The decoder of the one enum.
  private func one() throws -> XMLChoiceDecoder {
    guard let first = chosen.first, let last = chosen.last else {
      throw session.error(
        .keyNotFound, at: parent, expected: "an element that is a case of the type",
        found: "none in \(session.found(element: parent))")
    }
    if chosen.count > 1, session.settings.repetitionStrategy == .refused {
      throw session.error(
        .repeatedElement, at: chosen[1].place.index, expected: "one choice",
        found: "a second one, '\(chosen[1].key)'")
    }
    let subject = session.settings.repetitionStrategy == .last ? last : first
    return XMLChoiceDecoder(session: session, chosen: subject, shape: shape)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try one().container(keyedBy: type)
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    XMLChosenContainer(session: session, chosen: chosen, prefix: [], shape: shape)
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try one().singleValueContainer()
  }
}
