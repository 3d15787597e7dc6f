/// Writes attributes and children of an element by their keys.
struct XMLKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: XMLSink
  let target: XMLTarget
  let shape: XMLResolvedShape?
  /// Whether it holds what a case of an enum carries: `_0` alone is the element itself then.
  let isPayload: Bool
  /// Whether what it holds is text of the element, which is a case of an enum, too.
  let isText: Bool

  init(
    _ sink: XMLSink, _ target: XMLTarget, _ shape: XMLResolvedShape?, isPayload: Bool = false,
    isText: Bool = false
  ) {
    self.sink = sink
    self.target = target
    self.shape = shape
    self.isPayload = isPayload
    self.isText = isText
  }

  var session: XMLEncodingSession { sink.session }
  var codingPath: [any CodingKey] { session.codingPath + sink.prefix.map(\.codingKey) }

  /// Checks that the element is the one to write to now.
  @inline(__always)
  func check() throws {
    guard case .frame(let index, let serial) = target else { throw session.refuse(target) }
    guard index == sink.top, sink.frames[index].serial == serial else {
      throw session.refuse(.late)
    }
  }

  /// Gives an error the key.
  @inline(never)
  private func addressed(_ error: any Error, _ key: Key) -> any Error {
    guard let error = error as? XMLError else { return error }
    return XMLError(
      error.code, at: error.position, expected: error.expected, found: error.found,
      excerpt: error.excerpt,
      codingPath: error.codingPath + sink.prefix.map(\.codingKey) + [key])
  }

  /// Writes a text under a key, by its role.
  @inline(__always)
  func put(_ value: some XMLWritable, _ key: Key) throws {
    do {
      try check()
      guard shape == nil, !isPayload, sink.frames[sink.top].namespace == nil else {
        return try putByRole(value, key)
      }
      try sink.leaf(session.name(ofKey: key.stringValue), namespace: nil, as: .text, value)
    } catch {
      throw addressed(error, key)
    }
  }

  @inline(never)
  private func putByRole(_ value: some XMLWritable, _ key: Key) throws {
    if isText || isPayload && key.stringValue == "_0" {
      return try sink.text(value, as: isText && isCDATA ? .cdata : .text)
    }
    if isPayload { try sink.wrapPayload(key.stringValue) }
    let role = shape?.roles[key.stringValue]
    let place: XMLWritingPlace = role?.isCDATA == true ? .cdata : .text
    switch role?.place {
    case .attribute:
      try sink.attribute(name(key, role), namespace: role?.name?.namespace, value)
    case .text:
      sink.forbidLayout()
      try sink.text(value, as: place)
    case .content: throw session.error("cases of an enum", "a value without keys")
    case .list: throw session.error("a list", "one value")
    case .element, nil:
      try sink.leaf(name(key, role), namespace: namespace(role), as: place, value)
    }
  }

  var isCDATA: Bool { shape?.textKey.flatMap { shape?.roles[$0] }?.isCDATA == true }

  func name(_ key: Key, _ role: XMLRole?) -> String {
    role?.name?.local ?? session.name(ofKey: key.stringValue)
  }

  func namespace(_ role: XMLRole?) -> String? {
    role?.name?.namespace ?? sink.inherited(shape?.namespace)
  }

  /// Writes a value of any type under a key, by its role.
  func any<Value: Encodable>(_ value: Value, _ key: Key, isOptional: Bool) throws {
    session.path += sink.prefix
    session.path.append(.key(key))
    defer { session.path.removeLast(sink.prefix.count + 1) }
    try check()
    if isText { return try framed(.text, value, isCDATA: isCDATA) }
    if isPayload {
      if key.stringValue == "_0" { return try sink.fill(value, isOptional: isOptional) }
      try sink.wrapPayload(key.stringValue)
    }
    let role = shape?.roles[key.stringValue]
    switch role?.place {
    case nil, .element:
      try sink.property(
        value, name(key, role), namespace(role), isOptional: isOptional,
        isCDATA: role?.isCDATA == true)
    case .attribute:
      try framed(.attribute, value, name(key, role), role?.name?.namespace)
    case .text:
      sink.forbidLayout()
      try framed(.text, value, isCDATA: role?.isCDATA == true)
    case .content:
      sink.forbidLayout()
      try framed(.content, value)
    case .list(let item):
      try sink.open(name(key, role), namespace: namespace(role))
      try framed(
        .list, value, item.local, item.namespace ?? namespace(role), isCDATA: role?.isCDATA == true)
      sink.close()
    }
  }

  /// Writes a value into a frame that is no element.
  private func framed<Value: Encodable>(
    _ kind: XMLFrame.Kind, _ value: Value, _ name: String = "", _ namespace: String? = nil,
    isCDATA: Bool = false
  ) throws {
    var frame = XMLFrame(kind: kind, serial: session.serial(), name: name, namespace: namespace)
    frame.isCDATA = isCDATA
    sink.frames.append(frame)
    let traits = session.traits(of: Value.self)
    let encoder = XMLValueEncoder(sink, traits.shape)
    if let text = try session.special(value, traits.special) {
      try sink.single(text, encoder)
    } else {
      try value.encode(to: encoder)
    }
    sink.pop()
  }
}
