// Values of the types that the standard library knows.
extension XMLKeyedContainer {
  @inline(__always)
  private func integer<Value: FixedWidthInteger>(_ type: Value.Type, _ key: Key) throws -> Value {
    try leaf(key, scalar(key)) { try session.integer(type, at: $0) }
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try leaf(key, scalar(key)) { try session.bool(at: $0) }
  }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try leaf(key, scalar(key)) { try session.string(at: $0) }
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try leaf(key, scalar(key)) { try session.double(at: $0) }
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try leaf(key, scalar(key)) { try session.float(at: $0) }
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
    try any(type, key)
  }
}

// The same, where they may be missing.
extension XMLKeyedContainer {
  @inline(__always)
  private func leafIfPresent<Value>(
    _ key: Key, _ read: (XMLPlace) throws -> Value
  ) throws -> Value? {
    guard let place = try optional(key), !session.isNilText(place) else { return nil }
    return try leaf(key, place, read)
  }

  @inline(__always)
  private func integerIfPresent<Value: FixedWidthInteger>(
    _ type: Value.Type, _ key: Key
  ) throws -> Value? {
    try leafIfPresent(key) { try session.integer(type, at: $0) }
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try leafIfPresent(key) { try session.bool(at: $0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let place = try optional(key) else { return nil }
    return try leaf(key, place) { try session.optionalString(at: $0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try leafIfPresent(key) { try session.double(at: $0) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try leafIfPresent(key) { try session.float(at: $0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try integerIfPresent(type, key)
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try anyOptional(type, key)
  }
}

// Containers in it.
extension XMLKeyedContainer {
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    KeyedDecodingContainer(
      XMLKeyedContainer<Nested>(
        members: try session.members(
          at: scalar(key), shape: shape, prefix: prefix + [.key(key)], isPayload: true)))
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    guard let place = locate(key) else {
      return XMLUnkeyedContainer(empty: session)
    }
    return try XMLChosenContainer(session: session, place: place, prefix: prefix + [.key(key)])
  }

  func superDecoder() throws -> any Decoder {
    decoder(members.element(XMLSuperKey().stringValue), nil)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { decoder(locate(key), key) }

  private func decoder(_ found: XMLPlace?, _ key: Key?) -> any Decoder {
    guard let found else { return XMLAbsentDecoder(session: session, parent: place.index) }
    return XMLValueDecoder(session: session, place: found, shape: nil)
  }
}
