/// What a probe of a type found out: whether it is a list, and how its items choose their case.
final class XMLChoice {
  /// Whether it is a list of what can't be read from nothing: an empty element is no item then.
  let isListOfValues: Bool
  /// Whether the type, or the list's items, is an enum that asks which of its cases is there.
  let isChosenByName: Bool
  /// Whether there is a case for a key.
  let accepts: (String) -> Bool
  /// The shape of the type, or of the list's items.
  let shape: XMLResolvedShape?

  init(
    isListOfValues: Bool, isChosenByName: Bool, shape: XMLResolvedShape?,
    accepts: @escaping (String) -> Bool
  ) {
    self.isListOfValues = isListOfValues
    self.isChosenByName = isChosenByName
    self.shape = shape
    self.accepts = accepts
  }
}

/// A child that chooses a case of an enum.
struct XMLChosen {
  /// The element, or the first record of a piece of text, with where the piece ends as extent.
  let place: XMLPlace
  /// The case's key.
  let key: String
}

extension XMLDecodingSession {
  /// What kind of type it is; found once by letting it read from a decoder that only listens.
  func choice<Value: Decodable>(of type: Value.Type) -> XMLChoice? {
    let traits = traits(of: type)
    if let choice = traits.choice { return choice }
    let probe = XMLTypeProbe(self)
    probe.shape = traits.shape
    // What it throws says nothing: there was nothing to read.
    if traits.special == .none { _ = try? Value(from: XMLProbingDecoder(probe: probe)) }
    let choice = probe.choice
    traits.choice = .some(choice)
    return choice
  }

  /// How an element chooses a case; nil if there is none for it.
  ///
  /// - Parameter parent: the element around it; nil for the root.
  func chosen(by choice: XMLChoice, _ index: Int, in parent: Int?) -> XMLChosen? {
    let record = records[index]
    let place = XMLPlace(item: index)
    if let roles = choice.shape?.roles {
      for (key, role) in roles {
        guard let name = role.name else { continue }
        if fits(record, name.local, in: name.namespace ?? choice.shape?.namespace, parent) {
          return XMLChosen(place: place, key: key)
        }
      }
    }
    let local = local(record)
    let key = settings.keyStrategy.key(local)
    let role = choice.shape?.roles[key]
    guard fits(record, local, in: choice.shape?.namespace, parent), choice.accepts(key),
      role?.name == nil, role?.place != .text
    else { return nil }
    return XMLChosen(place: place, key: key)
  }

  /// Whether an element has a local name, and a namespace that fits: the given one; else none or the
  /// default one, or that of the element around it.
  func fits(_ record: XMLRecord, _ local: String, in namespace: String?, _ parent: Int?)
    -> Bool
  {
    let entry = arena.names[Int(record.name)]
    guard arena.nameBytes[arena.localSpan(ofName: record.name)].elementsEqual(local.utf8) else {
      return false
    }
    if let namespace { return arena.namespace(ofName: record.name).isSame(as: namespace) }
    guard let parent else { return true }
    return !isPrefixed(record)
      || entry.namespace == arena.names[Int(records[parent].name)].namespace
  }

  /// Whether an element's name is written with a prefix.
  @inline(__always)
  func isPrefixed(_ element: XMLRecord) -> Bool {
    let length = Int(arena.names[Int(element.name)].length)
    return !Self.endsName(bytes[Int(element.offset) + length])
  }

  /// Whether a name ends before this byte.
  @inline(__always) static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ">") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "=")
  }

  /// All children of an element that choose a case, in their order.
  func chosen(by choice: XMLChoice, in parent: Int) -> [XMLChosen] {
    var all: [XMLChosen] = []
    var child = arena.firstChild(ofElement: parent)
    let end = Int(records[parent].link)
    while child < end {
      if records[child].isElement {
        if let chosen = chosen(by: choice, child, in: parent) { all.append(chosen) }
        child = arena.next(child)
        continue
      }
      var last = child
      var hasText = false
      while last < end, !records[last].isElement {
        hasText = hasText || records[last].isText && records[last].length > 0
        last += 1
      }
      if let key = choice.shape?.textKey, hasText {
        while !records[child].isText { child += 1 }
        all.append(
          XMLChosen(place: XMLPlace(child, extent: Int32(truncatingIfNeeded: last)), key: key))
      }
      child = last
    }
    return all
  }

  /// Reads an enum from the child that chooses its case.
  func value<Value: Decodable>(
    _ type: Value.Type, chosen: XMLChosen, _ shape: XMLResolvedShape?
  ) throws -> Value {
    try value(
      type, from: XMLChoiceDecoder(session: self, chosen: chosen, shape: shape),
      at: chosen.place.index)
  }
}
