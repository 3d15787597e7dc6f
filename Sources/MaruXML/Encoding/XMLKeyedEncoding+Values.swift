// Values of the types that the standard library knows.
extension XMLKeyedEncoding {
  @inline(__always)
  private func put(integer value: some FixedWidthInteger, _ key: Key) throws {
    try put(XMLWritableInteger(value: value), key)
  }

  func encodeNil(forKey key: Key) throws {
    // As an optional says it.
    try any(Bool?.none, key, isOptional: true)
  }
  func encode(_ value: Bool, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: String, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try put(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try put(integer: value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try put(integer: value, key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try any(value, key, isOptional: false)
  }
}

// The same, where they may be missing.
extension XMLKeyedEncoding {
  @inline(__always)
  private func nothing(_ key: Key) throws {
    // What a case carries can't be left out: its element is there already.
    guard isPayload || session.settings.nilStrategy != .omitted else { return }
    try encodeNil(forKey: key)
  }
  @inline(__always)
  private func putIfPresent(_ value: (some XMLWritable)?, _ key: Key) throws {
    guard let value else { return try nothing(key) }
    try put(value, key)
  }
  @inline(__always)
  private func putIfPresent(integer value: (some FixedWidthInteger)?, _ key: Key) throws {
    guard let value else { return try nothing(key) }
    try put(integer: value, key)
  }

  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try putIfPresent(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws {
    try putIfPresent(integer: value, key)
  }
  func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    guard let value else { return try nothing(key) }
    try any(value, key, isOptional: true)
  }
}

// Containers in it.
extension XMLKeyedEncoding {
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    if shape?.roles[key.stringValue]?.place == .text {
      return KeyedEncodingContainer(
        XMLKeyedEncoding<Nested>(sink, target, shape, isPayload: true, isText: true))
    }
    let (sink, target) = nested(key)
    return KeyedEncodingContainer(XMLKeyedEncoding<Nested>(sink, target, shape, isPayload: true))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    // A list without an element around it, as a property would be.
    do {
      try check()
      let role = shape?.roles[key.stringValue]
      let list = sink.besideList(
        name(key, role), namespace: namespace(role), prefix: sink.prefix + [.key(key)])
      return XMLUnkeyedEncoding(list, .frame(index: 1, serial: list.frames[1].serial))
    } catch {
      return XMLUnkeyedEncoding(sink, .late)
    }
  }

  func superEncoder() -> any Encoder {
    let (sink, target) = nested(XMLSuperKey().stringValue, nil)
    return XMLValueEncoder(sink, at: target)
  }
  func superEncoder(forKey key: Key) -> any Encoder {
    let (sink, target) = nested(key)
    return XMLValueEncoder(sink, at: target)
  }

  private func nested(_ key: Key) -> (XMLSink, XMLTarget) {
    let role = shape?.roles[key.stringValue]
    return nested(name(key, role), role, key)
  }

  private func nested(
    _ name: String, _ role: XMLRole?, _ key: (any CodingKey)? = nil
  ) -> (XMLSink, XMLTarget) {
    do {
      try check()
      if isPayload { try sink.wrapPayload(name) }
      let nested = try sink.beside(
        name, namespace: namespace(role), prefix: sink.prefix + [.key(key ?? XMLSuperKey())])
      return (nested, .frame(index: 0, serial: nested.frames[0].serial))
    } catch {
      return (sink, .refusal(error))
    }
  }
}
