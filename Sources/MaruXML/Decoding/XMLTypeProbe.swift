/// Listens to what a type asks of its decoder.
///
/// Whether `[T]` was meant by an element with nothing in it, and which names an enum has cases for,
/// no one else can tell: a coding key's type is known to the type alone.
final class XMLTypeProbe {
  let session: XMLDecodingSession
  var shape: XMLResolvedShape?
  private(set) var lists = 0
  private var isText = false
  private var asksKeys = false
  private var accepts: ((String) -> Bool)?
  private var isSettled = false

  init(_ session: XMLDecodingSession) { self.session = session }

  var choice: XMLChoice {
    // A type of keys that takes everything is a dictionary's.
    let isOpen = accepts?("\u{1}") ?? true
    return XMLChoice(
      isListOfValues: lists > 0 && !isText,
      isChosenByName: asksKeys && !isOpen && lists < 2, shape: shape,
      accepts: accepts ?? { _ in true })
  }

  func asksForList() { if !isSettled { lists += 1 } }
  func asksForText() {
    if !isSettled { isText = true }
    isSettled = true
  }
  func asksForValue() { isSettled = true }
  func asksForKeys<Key: CodingKey>(_ type: Key.Type) {
    if !isSettled, accepts == nil { accepts = { Key(stringValue: $0) != nil } }
  }
  func asksWhichKeys() {
    if !isSettled { asksKeys = true }
    isSettled = true
  }

  /// Lets an inner type speak.
  func ask<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let traits = session.traits(of: type)
    switch traits.special {
    case .none: break
    case .string, .data, .optionalString: asksForText()
    default: asksForValue()
    }
    guard traits.special == .none, !isSettled else { throw XMLProbeEnded() }
    if let shape = traits.shape { self.shape = shape }
    return try Value(from: XMLProbingDecoder(probe: self))
  }
}

/// Ends a probe.
struct XMLProbeEnded: Error {}

struct XMLProbingDecoder: Decoder, SingleValueDecodingContainer, UnkeyedDecodingContainer {
  let probe: XMLTypeProbe

  var codingPath: [any CodingKey] { probe.session.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { probe.session.settings.userInfo }
  var count: Int? { nil }
  var isAtEnd: Bool { false }
  var currentIndex: Int { 0 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    probe.asksForKeys(type)
    return KeyedDecodingContainer(XMLProbingContainer<Key>(probe: probe))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    probe.asksForList()
    return self
  }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool { false }
  func decode(_ type: String.Type) throws -> String {
    probe.asksForText()
    throw XMLProbeEnded()
  }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.ask(type) }

  private func value<Value>() throws -> Value {
    probe.asksForValue()
    throw XMLProbeEnded()
  }
  func decode(_ type: Bool.Type) throws -> Bool { try value() }
  func decode(_ type: Double.Type) throws -> Double { try value() }
  func decode(_ type: Float.Type) throws -> Float { try value() }
  func decode(_ type: Int.Type) throws -> Int { try value() }
  func decode(_ type: Int8.Type) throws -> Int8 { try value() }
  func decode(_ type: Int16.Type) throws -> Int16 { try value() }
  func decode(_ type: Int32.Type) throws -> Int32 { try value() }
  func decode(_ type: Int64.Type) throws -> Int64 { try value() }
  func decode(_ type: Int128.Type) throws -> Int128 { try value() }
  func decode(_ type: UInt.Type) throws -> UInt { try value() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try value() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try value() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try value() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try value() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try value() }

  func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> { try container(keyedBy: type) }
  func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try unkeyedContainer() }
  func superDecoder() throws -> any Decoder { self }
}

private struct XMLProbingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: XMLTypeProbe

  var codingPath: [any CodingKey] { probe.session.codingPath }
  var allKeys: [Key] {
    probe.asksWhichKeys()
    return []
  }

  private func ended() -> XMLProbeEnded {
    probe.asksForValue()
    return XMLProbeEnded()
  }

  func contains(_ key: Key) -> Bool {
    probe.asksForValue()
    return false
  }
  func decodeNil(forKey key: Key) throws -> Bool { throw ended() }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { throw ended() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { throw ended() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { throw ended() }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw ended() }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { throw ended() }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { throw ended() }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { throw ended() }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { throw ended() }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { throw ended() }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { throw ended() }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { throw ended() }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { throw ended() }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { throw ended() }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { throw ended() }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { throw ended() }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { throw ended() }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    throw ended()
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw ended() }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ended()
  }
  func superDecoder() throws -> any Decoder { throw ended() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ended() }
}
