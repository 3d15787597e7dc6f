/// The decoder of what is not there: a list of it is empty, and all else is missing.
struct XMLAbsentDecoder: Decoder {
  let session: XMLDecodingSession
  /// The element that it is missing in.
  let parent: Int

  var codingPath: [any CodingKey] { session.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { session.settings.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw missing()
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    XMLUnkeyedContainer(empty: session)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    XMLAbsentContainer(decoder: self)
  }

  func missing() -> XMLError {
    let key = session.lastStep.map { " or attribute '\($0.codingKey.stringValue)'" } ?? ""
    return session.error(
      .keyNotFound, at: parent, expected: "an element\(key)",
      found: session.records[parent].isElement
        ? "none in \(session.found(element: parent))" : "none")
  }
}

private struct XMLAbsentContainer: SingleValueDecodingContainer {
  let decoder: XMLAbsentDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { true }
  func decode(_ type: Bool.Type) throws -> Bool { throw decoder.missing() }
  func decode(_ type: String.Type) throws -> String { throw decoder.missing() }
  func decode(_ type: Double.Type) throws -> Double { throw decoder.missing() }
  func decode(_ type: Float.Type) throws -> Float { throw decoder.missing() }
  func decode(_ type: Int.Type) throws -> Int { throw decoder.missing() }
  func decode(_ type: Int8.Type) throws -> Int8 { throw decoder.missing() }
  func decode(_ type: Int16.Type) throws -> Int16 { throw decoder.missing() }
  func decode(_ type: Int32.Type) throws -> Int32 { throw decoder.missing() }
  func decode(_ type: Int64.Type) throws -> Int64 { throw decoder.missing() }
  func decode(_ type: Int128.Type) throws -> Int128 { throw decoder.missing() }
  func decode(_ type: UInt.Type) throws -> UInt { throw decoder.missing() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { throw decoder.missing() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { throw decoder.missing() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { throw decoder.missing() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { throw decoder.missing() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { throw decoder.missing() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard decoder.session.traits(of: type).special == .none else { throw decoder.missing() }
    return try Value(from: decoder)
  }
}
