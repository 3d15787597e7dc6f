/// Where elements are written: bytes, and what is open at their end.
///
/// Elements are written straight away. Attributes that come late are put where they belong. A nested
/// container, which may be written to at any time, has a sink of its own that is put in at the end.
final class XMLSink {
  let session: XMLEncodingSession
  var output: [UInt8] = []
  var frames: [XMLFrame] = []
  /// The index of the innermost open element.
  var top = -1
  var bindings: [(prefix: String, namespace: String)] = []
  /// Elements around this sink.
  let outerDepth: Int
  let prefix: [XMLPathStep]
  private(set) var roots = 0
  /// Whether what a case carries first became an element of its own.
  var isWrapped = false

  init(_ session: XMLEncodingSession, outerDepth: Int = 0, prefix: [XMLPathStep] = []) {
    self.session = session
    self.outerDepth = outerDepth
    self.prefix = prefix
  }

  /// The outside of a root that is named later.
  func pushDocument() {
    frames.append(XMLFrame(kind: .document, serial: session.serial(), name: "", namespace: nil))
    top = 0
  }

  /// Opens an element inside of the innermost one.
  func open(
    _ local: String, namespace: String?, shape: XMLResolvedShape? = nil
  ) throws {
    guard (frames.count + outerDepth) / 4 < session.settings.maximumDepth,
      depth < session.settings.maximumDepth
    else {
      throw session.error(
        "at most \(session.settings.maximumDepth) elements in each other", "more",
        code: .limitExceeded)
    }
    if depth > 15 { try session.checkStack() }
    beginChild()
    var frame = XMLFrame(
      kind: .element, serial: session.serial(), name: local, namespace: namespace)
    frame.outerBindings = bindings.count
    output.append(UInt8(ascii: "<"))
    let isPlain = namespace == nil && bindings.isEmpty && shape?.prefixes.isEmpty != false
    var declared: [(prefix: String, namespace: String)] = []
    if isPlain {
      try appendName(local)
    } else {
      frame.name = try qualify(local, namespace ?? "", shape?.prefixes ?? [], &declared)
      output.append(contentsOf: frame.name.utf8)
    }
    frame.attributesEnd = output.count
    frames.append(frame)
    elements += 1
    top = frames.count - 1
    for binding in declared { try declare(binding) }
  }

  private(set) var elements = 0
  var depth: Int { elements + outerDepth }

  /// Closes the element that is the last frame.
  func close() {
    var frame = frames.removeLast()
    if !frame.beside.isEmpty { putIn(&frame) }
    if frame.hasContent {
      output.append(UInt8(ascii: "<"))
      output.append(UInt8(ascii: "/"))
      output.append(contentsOf: frame.name.utf8)
    } else {
      output.append(UInt8(ascii: "/"))
    }
    output.append(UInt8(ascii: ">"))
    bindings.removeLast(bindings.count - frame.outerBindings)
    elements -= 1
    popTop()
  }

  /// Removes a frame that is no element.
  func pop() {
    frames.removeLast()
    popTop()
  }

  private func popTop() {
    top = frames.count - 1
    while top >= 0, frames[top].kind != .element, frames[top].kind != .document { top -= 1 }
  }

  /// Ends the start tag of the innermost element, since content follows.
  @inline(__always)
  func closeStartTag() {
    guard top >= 0, !frames[top].hasContent else { return }
    if frames[top].kind == .element {
      output.append(UInt8(ascii: ">"))
      frames[top].hasContent = true
    } else {
      roots += 1
    }
  }

  /// Ends the start tag of the innermost element, since an element follows.
  @inline(__always)
  func beginChild() {
    closeStartTag()
    if top >= 0 { frames[top].hasSubstance = true }
  }

  /// Everything that was written.
  func finish() -> [UInt8] {
    while let last = frames.last {
      switch last.kind {
      case .element: close()
      case .document:
        var frame = frames.removeLast()
        putIn(&frame)
      default: pop()
      }
    }
    return output
  }

  /// Begins an element that can be written to until the innermost one ends.
  func beside(
    _ local: String, namespace: String?, prefix: [XMLPathStep]
  ) throws -> XMLSink {
    beginChild()
    let sink = XMLSink(session, outerDepth: depth, prefix: prefix)
    sink.bindings = bindings
    try sink.open(local, namespace: namespace)
    frames[top].beside.append((output.count, sink))
    return sink
  }

  /// Begins a list of elements that can be written to until the innermost element ends.
  func besideList(_ name: String, namespace: String?, prefix: [XMLPathStep]) -> XMLSink {
    closeStartTag()
    let sink = XMLSink(session, outerDepth: depth, prefix: prefix)
    sink.bindings = bindings
    sink.pushDocument()
    sink.frames[0].namespace = frames[top].namespace
    sink.frames.append(
      XMLFrame(kind: .list, serial: session.serial(), name: name, namespace: namespace))
    frames[top].beside.append((output.count, sink))
    return sink
  }

  private func putIn(_ frame: inout XMLFrame) {
    guard let first = frame.beside.first else { return }
    var rest = Array(output[first.position...])[...]
    output.removeLast(output.count - first.position)
    var place = first.position
    for (position, sink) in frame.beside {
      output.append(contentsOf: rest.prefix(position - place))
      rest = rest.dropFirst(position - place)
      place = position
      output.append(contentsOf: sink.finish())
    }
    output.append(contentsOf: rest)
    frame.beside = []
  }
}

// Names and attributes.
extension XMLSink {
  /// Appends a name that needs no prefix.
  @inline(__always)
  func appendName(_ name: String) throws {
    guard Self.isPlainName(name) || XMLMarkup.isNCName(name) else {
      throw session.error("a name that XML allows", "'\(name)'")
    }
    output.append(contentsOf: name.utf8)
  }

  /// Whether it is a name of ASCII letters, digits, `_`, `-` and `.`, as nearly all are.
  @inline(__always)
  static func isPlainName(_ name: String) -> Bool {
    var isFirst = true
    for byte in name.utf8 {
      let isLetter = (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_")
      guard isLetter || (!isFirst && (byte &- 0x30 < 10 || byte == 0x2D || byte == 0x2E)) else {
        return false
      }
      isFirst = false
    }
    return !isFirst
  }

  /// Writes an attribute of the innermost element, wherever its content has got to.
  func attribute(
    _ local: String, namespace: String?, _ value: some XMLWritable
  ) throws {
    guard top >= 0, frames[top].kind == .element else {
      throw session.error("an element around an attribute", "none")
    }
    let name = try attributeName(local, namespace)
    guard !frames[top].attributeNames.contains(where: { $0.isSame(as: name) }) else {
      throw session.error("each attribute once", "'\(name)' again")
    }
    frames[top].attributeNames.append(name)
    try insert { output in
      output.append(UInt8(ascii: " "))
      output.append(contentsOf: name.utf8)
      output.append(UInt8(ascii: "="))
      output.append(UInt8(ascii: "\""))
      try value.write(to: &output, as: .attribute, session)
      output.append(UInt8(ascii: "\""))
    }
  }

  /// Writes into the start tag of the innermost element.
  func insert(_ write: (inout [UInt8]) throws -> Void) rethrows {
    let end = frames[top].attributesEnd
    frames[top].hasAttributes = true
    guard frames[top].hasContent else {
      try write(&output)
      frames[top].attributesEnd = output.count
      return
    }
    var late: [UInt8] = []
    try write(&late)
    output.insert(contentsOf: late, at: end)
    frames[top].attributesEnd = end + late.count
    for index in frames[top].beside.indices { frames[top].beside[index].position += late.count }
  }

  /// Writes an element with nothing but text.
  @inline(__always)
  func leaf(
    _ local: String, namespace: String?, as place: XMLWritingPlace, _ value: some XMLWritable
  ) throws {
    guard namespace == nil, bindings.isEmpty else {
      try open(local, namespace: namespace)
      try text(value, as: place)
      close()
      return
    }
    beginChild()
    output.append(UInt8(ascii: "<"))
    try appendName(local)
    output.append(UInt8(ascii: ">"))
    let start = output.count
    try value.write(to: &output, as: place, session)
    if output.count == start {
      output[start - 1] = UInt8(ascii: "/")
    } else {
      output.append(UInt8(ascii: "<"))
      output.append(UInt8(ascii: "/"))
      output.append(contentsOf: local.utf8)
    }
    output.append(UInt8(ascii: ">"))
  }

  /// Writes text into the innermost element.
  func text(_ value: some XMLWritable, as place: XMLWritingPlace) throws {
    guard top >= 0, frames[top].kind == .element else {
      throw session.error("an element around text", "none")
    }
    let had = frames[top].hasContent
    closeStartTag()
    let start = output.count
    try value.write(to: &output, as: place, session)
    if !frames[top].hasSubstance {
      frames[top].hasSubstance = !output[start...].allSatisfy(XMLCharacters.isSpace)
    }
    if output.count == start, !had {
      // Nothing was said: the tag may stay empty.
      output.removeLast()
      frames[top].hasContent = false
    }
  }
}
