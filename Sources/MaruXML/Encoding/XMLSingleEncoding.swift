/// Writes one value into a frame.
struct XMLSingleEncoding: SingleValueEncodingContainer {
  let encoder: XMLValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  private func put(_ value: some XMLWritable) throws {
    try encoder.sink.single(value, encoder)
  }
  private func put(integer value: some FixedWidthInteger) throws {
    try put(XMLWritableInteger(value: value))
  }

  func encodeNil() throws { try encoder.sink.singleNil(encoder) }
  func encode(_ value: Bool) throws { try put(value) }
  func encode(_ value: String) throws { try put(value) }
  func encode(_ value: Double) throws { try put(value) }
  func encode(_ value: Float) throws { try put(value) }
  func encode(_ value: Int) throws { try put(integer: value) }
  func encode(_ value: Int8) throws { try put(integer: value) }
  func encode(_ value: Int16) throws { try put(integer: value) }
  func encode(_ value: Int32) throws { try put(integer: value) }
  func encode(_ value: Int64) throws { try put(integer: value) }
  func encode(_ value: Int128) throws { try put(integer: value) }
  func encode(_ value: UInt) throws { try put(integer: value) }
  func encode(_ value: UInt8) throws { try put(integer: value) }
  func encode(_ value: UInt16) throws { try put(integer: value) }
  func encode(_ value: UInt32) throws { try put(integer: value) }
  func encode(_ value: UInt64) throws { try put(integer: value) }
  func encode(_ value: UInt128) throws { try put(integer: value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    let session = encoder.sink.session
    let traits = session.traits(of: Value.self)
    if let text = try session.special(value, traits.special) { return try put(text) }
    if traits.special == .tree, let tree = value as? XMLTree {
      return try encoder.sink.single(tree, encoder)
    }
    try value.encode(
      to: XMLValueEncoder(
        sink: encoder.sink, frame: encoder.index, serial: encoder.serial,
        shape: traits.shape ?? encoder.shape))
  }
}

extension XMLSink {
  /// Writes a text where an encoder is.
  func single(_ value: some XMLWritable, _ encoder: XMLValueEncoder) throws {
    let frame = try current(encoder)
    switch frame.kind {
    case .element: try text(value, as: .text)
    case .attribute: try attribute(frame.name, namespace: frame.namespace, value)
    case .text: try text(value, as: frame.isCDATA ? .cdata : .text)
    case .pending where !frame.isDone:
      frames[encoder.index].isDone = true
      try open(frame.name, namespace: frame.namespace, shape: encoder.shape)
      try text(value, as: frame.isCDATA ? .cdata : .text)
    case .pending: try text(value, as: frame.isCDATA ? .cdata : .text)
    case .list: throw session.error("a list", "one value")
    case .content, .document: throw session.error("a case of an enum", "a value without keys")
    }
  }

  /// Writes nil where an encoder is.
  func singleNil(_ encoder: XMLValueEncoder) throws {
    let frame = try current(encoder)
    switch frame.kind {
    case .element: try mark(isNil: true)
    case .pending where !frame.isDone:
      frames[encoder.index].isDone = true
      guard session.settings.nilStrategy != .omitted else { return }
      frames[encoder.index].isOptional = false
      try open(frame.name, namespace: frame.namespace)
      if session.settings.nilStrategy == .marked { try mark(isNil: true) }
    case .attribute, .text, .content, .pending, .list: break
    case .document: throw session.error("a root", "nil")
    }
  }

  /// Writes a tree's attributes and content where an encoder is.
  func single(_ tree: XMLTree, _ encoder: XMLValueEncoder) throws {
    let frame = try current(encoder)
    switch frame.kind {
    case .element: try write(tree)
    case .pending where !frame.isDone:
      frames[encoder.index].isDone = true
      try open(frame.name, namespace: frame.namespace)
      try write(tree)
    default: throw session.error("text", "a tree")
    }
  }
}

extension XMLEncodingSession {
  /// The error for a target that is none.
  func refuse(_ target: XMLTarget) -> XMLError {
    guard case .refused(let code, let expected, let found) = target else {
      return error("a container in use", "another")
    }
    return error(expected, found, code: code)
  }
}
