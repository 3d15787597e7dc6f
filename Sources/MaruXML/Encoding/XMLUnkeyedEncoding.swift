/// Writes the items of a list.
struct XMLUnkeyedEncoding: UnkeyedEncodingContainer {
  private let sink: XMLSink
  private let target: XMLTarget
  private(set) var count = 0

  init(_ sink: XMLSink, _ target: XMLTarget) {
    self.sink = sink
    self.target = target
  }

  private var session: XMLEncodingSession { sink.session }
  var codingPath: [any CodingKey] { session.codingPath + sink.prefix.map(\.codingKey) }

  /// The frame, if it is the one to write to now.
  private func frame() throws -> XMLFrame {
    guard case .frame(let index, let serial) = target else { throw session.refuse(target) }
    guard index == sink.frames.count - 1, sink.frames[index].serial == serial else {
      throw session.refuse(.late)
    }
    return sink.frames[index]
  }

  /// Writes an item with its index in the path.
  private mutating func item(_ write: (XMLSink, XMLFrame) throws -> Void) throws {
    let frame = try frame()
    session.path += sink.prefix
    session.path.append(.index(count))
    defer { session.path.removeLast(sink.prefix.count + 1) }
    try write(sink, frame)
    count += 1
  }

  private mutating func put(_ value: some XMLWritable) throws {
    let itemName = session.settings.itemName
    try item { sink, frame in
      switch frame.kind {
      case .content: throw sink.session.error("a case of an enum", "a value without keys")
      case .list:
        try sink.leaf(
          frame.name, namespace: frame.namespace, as: frame.isCDATA ? .cdata : .text, value)
      default: try sink.leaf(itemName, namespace: sink.inherited(nil), as: .text, value)
      }
    }
  }
  private mutating func put(integer value: some FixedWidthInteger) throws {
    try put(XMLWritableInteger(value: value))
  }

  mutating func encodeNil() throws {
    let itemName = session.settings.itemName
    try item { sink, frame in
      guard frame.kind != .content else { return }
      try sink.open(
        frame.kind == .list ? frame.name : itemName,
        namespace: frame.kind == .list ? frame.namespace : sink.inherited(nil))
      try sink.mark(isNil: true)
      sink.close()
    }
  }
  mutating func encode(_ value: Bool) throws { try put(value) }
  mutating func encode(_ value: String) throws { try put(value) }
  mutating func encode(_ value: Double) throws { try put(value) }
  mutating func encode(_ value: Float) throws { try put(value) }
  mutating func encode(_ value: Int) throws { try put(integer: value) }
  mutating func encode(_ value: Int8) throws { try put(integer: value) }
  mutating func encode(_ value: Int16) throws { try put(integer: value) }
  mutating func encode(_ value: Int32) throws { try put(integer: value) }
  mutating func encode(_ value: Int64) throws { try put(integer: value) }
  mutating func encode(_ value: Int128) throws { try put(integer: value) }
  mutating func encode(_ value: UInt) throws { try put(integer: value) }
  mutating func encode(_ value: UInt8) throws { try put(integer: value) }
  mutating func encode(_ value: UInt16) throws { try put(integer: value) }
  mutating func encode(_ value: UInt32) throws { try put(integer: value) }
  mutating func encode(_ value: UInt64) throws { try put(integer: value) }
  mutating func encode(_ value: UInt128) throws { try put(integer: value) }

  mutating func encode<Value: Encodable>(_ value: Value) throws {
    let itemName = session.settings.itemName
    try item { sink, frame in
      let shape = sink.session.traits(of: Value.self).shape
      if frame.kind == .content {
        return try value.encode(to: XMLValueEncoder(sink, shape))
      }
      if frame.kind == .list {
        try sink.open(frame.name, namespace: frame.namespace, shape: shape)
      } else {
        try sink.open(
          shape?.root ?? itemName, namespace: sink.inherited(shape?.namespace), shape: shape)
      }
      try sink.fill(value, isOptional: true, isCDATA: frame.isCDATA)
      sink.close()
    }
  }

  /// A sink for a container that can be written to later.
  private mutating func beside() throws -> XMLSink {
    let frame = try frame()
    guard frame.kind != .content else {
      throw session.error("a case of an enum", "a container without a name")
    }
    let sink =
      frame.kind == .list
      ? try self.sink.beside(
        frame.name, namespace: frame.namespace, prefix: self.sink.prefix + [.index(count)])
      : try self.sink.beside(
        session.settings.itemName, namespace: self.sink.inherited(nil),
        prefix: self.sink.prefix + [.index(count)])
    count += 1
    return sink
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    let (sink, target) = nested()
    return KeyedEncodingContainer(XMLKeyedEncoding<Key>(sink, target, nil))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (sink, target) = nested()
    return XMLUnkeyedEncoding(sink, target)
  }

  private mutating func nested() -> (XMLSink, XMLTarget) {
    do {
      let sink = try beside()
      return (sink, .frame(index: 0, serial: sink.frames[0].serial))
    } catch {
      return (sink, .refusal(error))
    }
  }

  mutating func superEncoder() -> any Encoder {
    let (sink, target) = nested()
    return XMLValueEncoder(sink, at: target)
  }
}
