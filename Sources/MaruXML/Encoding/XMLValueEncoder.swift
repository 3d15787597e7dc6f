/// The encoder of a value, into a frame; three words, so that no box is made for it.
struct XMLValueEncoder: Encoder {
  let sink: XMLSink
  let frame: Int32
  let serial: Int32
  let shape: XMLResolvedShape?

  init(sink: XMLSink, frame: Int, serial: Int32, shape: XMLResolvedShape?) {
    self.sink = sink
    self.frame = Int32(truncatingIfNeeded: frame)
    self.serial = serial
    self.shape = shape
  }

  /// Into the last frame.
  init(_ sink: XMLSink, _ shape: XMLResolvedShape?) {
    self.init(
      sink: sink, frame: sink.frames.count - 1, serial: sink.frames[sink.frames.count - 1].serial,
      shape: shape)
  }

  /// Into what a target is; one that is refused is no frame's encoder.
  init(_ sink: XMLSink, at target: XMLTarget) {
    guard case .frame(let index, let serial) = target else {
      self.init(sink: sink, frame: sink.frames.count, serial: -1, shape: nil)
      return
    }
    self.init(sink: sink, frame: index, serial: serial, shape: nil)
  }

  var codingPath: [any CodingKey] { sink.session.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { sink.session.settings.userInfo }
  var index: Int { Int(frame) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    // A protocol that can't throw: what is wrong comes out at the first value.
    KeyedEncodingContainer(XMLKeyedEncoding<Key>(sink, sink.elementForKeys(self), shape))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    XMLUnkeyedEncoding(sink, sink.listForItems(self))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    XMLSingleEncoding(encoder: self)
  }
}

/// The frame that a container writes to, or what is wrong with it.
enum XMLTarget {
  case frame(index: Int, serial: Int32)
  case refused(XMLError.Code, expected: String, found: String)
}

extension XMLSink {
  /// Whether an encoder's frame is still there.
  private func isCurrent(_ encoder: XMLValueEncoder) -> Bool {
    encoder.index < frames.count && frames[encoder.index].serial == encoder.serial
  }

  /// An encoder's frame, which must still be there.
  func current(_ encoder: XMLValueEncoder) throws -> XMLFrame {
    guard isCurrent(encoder) else { throw session.refuse(.late) }
    return frames[encoder.index]
  }

  /// The element that a keyed container writes to; begins it if the value is an element only now.
  func elementForKeys(_ encoder: XMLValueEncoder) -> XMLTarget {
    guard isCurrent(encoder) else { return .late }
    let index = encoder.index
    let frame = frames[index]
    switch frame.kind {
    case .element, .document: return .frame(index: index, serial: frame.serial)
    case .pending where frame.isDone:
      guard index + 1 < frames.count else { return .late }
      return .frame(index: index + 1, serial: frames[index + 1].serial)
    case .pending:
      do {
        try open(frame.name, namespace: frame.namespace, shape: encoder.shape)
      } catch {
        return .refusal(error)
      }
      frames[index].isDone = true
      return .frame(index: index + 1, serial: frames[index + 1].serial)
    case .content: return .frame(index: top, serial: frames[top].serial)
    case .list: return .refused(.unwritable, expected: "a list", found: "a value with keys")
    case .attribute:
      return .refused(
        .unwritable, expected: "text for an attribute", found: "a value with keys")
    case .text: return .refused(.unwritable, expected: "text", found: "a value with keys")
    }
  }

  /// The frame of a list's items.
  func listForItems(_ encoder: XMLValueEncoder) -> XMLTarget {
    guard isCurrent(encoder) else { return .late }
    let index = encoder.index
    let frame = frames[index]
    switch frame.kind {
    case .element, .list, .content: break
    case .pending where frame.isDone:
      return .refused(.unwritable, expected: "one container", found: "a list behind another one")
    case .pending: frames[index].kind = .list
    case .document: return .refused(.unwritable, expected: "one root", found: "a list")
    case .attribute:
      return .refused(.unwritable, expected: "text for an attribute", found: "a list")
    case .text: return .refused(.unwritable, expected: "text", found: "a list")
    }
    return .frame(index: index, serial: frame.serial)
  }

  /// Writes a value into the last frame, which is an element.
  func fill<Value: Encodable>(
    _ value: Value, isOptional: Bool, isCDATA: Bool = false
  ) throws {
    let traits = session.traits(of: Value.self)
    if let text = try session.special(value, traits.special) {
      try self.text(text, as: isCDATA ? .cdata : .text)
    } else if let tree = value as? XMLTree, traits.special == .tree {
      try write(tree)
    } else {
      try value.encode(to: XMLValueEncoder(self, traits.shape))
    }
    guard isOptional, let frame = frames.last, frame.kind == .element, !frame.hasSubstance,
      !frame.hasAttributes, !XMLDecodingSession.isTextual(traits.special)
    else { return }
    // Else an empty element would be read as nil, or as no item.
    try mark(isNil: false)
  }

  /// Writes a value of a property, which is an element of a name or a list of them.
  func property<Value: Encodable>(
    _ value: Value, _ name: String, _ namespace: String?, isOptional: Bool, isCDATA: Bool
  ) throws {
    let traits = session.traits(of: Value.self)
    if traits.special != .none {
      if let text = try session.special(value, traits.special) {
        return try leaf(name, namespace: namespace, as: isCDATA ? .cdata : .text, text)
      }
      if let tree = value as? XMLTree {
        try open(name, namespace: namespace)
        try write(tree)
        return close()
      }
    }
    var frame = XMLFrame(
      kind: .pending, serial: session.serial(), name: name, namespace: namespace)
    frame.isOptional = isOptional
    frame.isCDATA = isCDATA
    let index = frames.count
    frames.append(frame)
    try value.encode(to: XMLValueEncoder(self, traits.shape))
    let end = frames[index]
    if end.kind == .pending {
      if !end.isDone {
        // It asked for nothing: an element with nothing in it.
        try open(name, namespace: namespace)
      }
      if frames.count > index + 1 {
        let element = frames[index + 1]
        if end.isOptional, !element.hasSubstance, !element.hasAttributes { try mark(isNil: false) }
        close()
      }
    }
    pop()
  }
}

extension XMLTarget {
  static let late = XMLTarget.refused(
    .unwritable, expected: "a container that is used while its value is encoded",
    found: "one used later")

  /// What was thrown where nothing can be, to be thrown when something is written.
  static func refusal(_ error: any Error) -> XMLTarget {
    guard let error = error as? XMLError else { return .late }
    return .refused(error.code, expected: error.expected, found: error.found)
  }
}
