/// Finds the attributes and children of an element by their names.
///
/// A document mostly has them in the order in which a type asks for them, so a search begins where the
/// last one ended.
struct XMLMemberSearch {
  private(set) var place: XMLPlace
  let shape: XMLResolvedShape?
  let prefix: [XMLPathStep]
  /// Whether it is what a case of an enum carries: `_0` may be the element itself then.
  let isPayload: Bool
  /// Whether a name is the key's, and roles and conventions have no say.
  let isPlain: Bool
  private var first = 0
  private var end = 0
  private var cursor = 0
  private var names = XMLSiblingNames()

  /// - Throws: ``XMLError/Code/typeMismatch`` if there is no element, unless a payload is read.
  init(
    of place: XMLPlace, shape: XMLResolvedShape?, prefix: [XMLPathStep], isPayload: Bool,
    in session: XMLDecodingSession
  ) throws {
    self.place = place
    self.shape = shape
    self.prefix = prefix
    self.isPayload = isPayload
    isPlain = shape == nil && !isPayload && session.hasPlainNames
    try begin(in: session)
  }

  /// Goes to another element, which is read in the same way.
  @inline(__always)
  mutating func move(to place: XMLPlace, in session: XMLDecodingSession) throws {
    self.place = place
    names.forget()
    try begin(in: session)
  }

  @inline(__always)
  private mutating func begin(in session: XMLDecodingSession) throws {
    let record = session.records[place.index]
    first = place.index + 1
    cursor = first
    guard record.isElement, !place.isOwnText else {
      end = first
      if isPayload { return }
      throw session.error(
        .typeMismatch, at: place.index, expected: "an element",
        found: record.isAttribute ? "an attribute" : "text", below: prefix)
    }
    end =
      place.extent == XMLPlace.Extent.ownAttributes ? first + Int(record.length) : Int(record.link)
  }
}

/// What a search looks at.
enum XMLSearchKinds {
  case elements, attributes, either
}

// Finding the place of a key.
extension XMLMemberSearch {
  /// Where the value of a key stands that is the name, too; nil if it is not there.
  @inline(__always)
  mutating func locate(_ key: String, in session: XMLDecodingSession) -> XMLPlace? {
    let record = find(key, .either, session)
    guard record >= 0 else { return nil }
    return whole(record, session)
  }

  /// The place of a key that no name stands for: the element's text or attributes. Nil for any other.
  @inline(never)
  func placeWithoutName(
    _ text: String, _ role: XMLRole?, in session: XMLDecodingSession
  ) -> XMLPlace? {
    let index = place.index
    if role?.place == .text { return XMLPlace(index, extent: XMLPlace.Extent.ownText) }
    guard session.settings.readsJSONConvention, role == nil else { return nil }
    if text == "#value" { return XMLPlace(index, extent: XMLPlace.Extent.ownText) }
    return text == "@attributes" ? XMLPlace(index, extent: XMLPlace.Extent.ownAttributes) : nil
  }

  /// Where the value of a key stands, by its role, and by the name that stands for it.
  @inline(never)
  mutating func locate(
    _ text: String, _ role: XMLRole?, written name: String, in session: XMLDecodingSession
  ) -> XMLPlace? {
    let kinds: XMLSearchKinds =
      switch role?.place {
      case .attribute: .attributes
      case nil, .text: .either
      case .element, .list, .content: .elements
      }
    var record = -1
    if let namespace = role?.name?.namespace {
      record = find(
        number: session.arena.nameNumber(XMLName(name, in: namespace)), kinds, session)
    } else if let namespace = shape?.namespace, kinds != .attributes {
      record = find(
        number: session.arena.nameNumber(XMLName(name, in: namespace)), .elements, session)
      if record < 0, kinds == .either { record = find(name, .attributes, session) }
    } else {
      record = find(name, kinds, session)
    }
    if record >= 0 { return whole(record, session) }
    // What a case carries without a label is the element itself.
    return isPayload && text == "_0" ? XMLPlace(place.index, extent: textExtent(session)) : nil
  }

  /// The place of a child element of a name, whatever roles say.
  mutating func element(_ name: String, in session: XMLDecodingSession) -> XMLPlace? {
    let record = find(name, .elements, session)
    return record < 0 ? nil : whole(record, session)
  }

  /// The extent of the place itself, for an unlabelled payload.
  private func textExtent(_ session: XMLDecodingSession) -> Int32 {
    session.records[place.index].isText ? place.extent : XMLPlace.Extent.item
  }

  /// The place of a record that was found: with others of its name, all of them from the first on.
  @inline(__always)
  private mutating func whole(_ record: Int, _ session: XMLDecodingSession) -> XMLPlace {
    guard session.records[record].isElement else {
      return XMLPlace(record, extent: XMLPlace.Extent.sole)
    }
    if names.state == .unknown { look(session) }
    let number = session.records[record].name
    guard names.state == .many || names.repeated & session.nameBit(number) != 0 else {
      return XMLPlace(record, extent: XMLPlace.Extent.sole)
    }
    return names.place(number, session, session.arena.firstChild(ofElement: place.index), end)
  }

  private mutating func look(_ session: XMLDecodingSession) {
    names.look(session, session.arena.firstChild(ofElement: place.index), end)
  }
}

// Finding the record of a name.
extension XMLMemberSearch {
  /// The record of an element or attribute whose name has no prefix; -1 if there is none. An element
  /// goes before an attribute.
  @inline(__always)
  private mutating func find(
    _ name: String, _ kinds: XMLSearchKinds, _ session: XMLDecodingSession
  ) -> Int {
    var name = name
    // The pointer is used inside of the closure only.
    var record = name.withUTF8 { unsafe search($0, kinds, session) }
    if record >= 0, kinds == .either, session.records[record].isAttribute {
      if names.state == .unknown { look(session) }
      if names.state == .many || names.seen & session.nameBit(session.records[record].name) != 0 {
        let element = findElement(name, session)
        if element >= 0 { record = element }
      }
    }
    return record < 0 && shape?.namespace == nil
      ? findInOwnNamespace(name, kinds, session) : record
  }

  /// The record of an element, to be preferred to an attribute of the same name.
  @inline(never)
  private mutating func findElement(_ name: String, _ session: XMLDecodingSession) -> Int {
    find(name, .elements, session)
  }

  @inline(__always)
  private mutating func search(
    _ name: UnsafeBufferPointer<UInt8>, _ kinds: XMLSearchKinds, _ session: XMLDecodingSession
  ) -> Int {
    guard name.count > 0 else { return -1 }
    var index = cursor
    var stop = end
    for pass in 0..<2 {
      while index < stop {
        let record = session.records[index]
        if record.isElement {
          // unsafe: the key is read while it is handed in.
          if kinds != .attributes, unsafe session.has(name, at: Int(record.offset)) {
            cursor = Int(record.link)
            return index
          }
          index = Int(record.link)
          continue
        }
        if record.isAttribute, kinds != .elements,
          // unsafe: as above.
          unsafe session.has(name, at: Int(record.link))
        {
          cursor = index + 1
          return index
        }
        index += 1
      }
      guard pass == 0 else { break }
      index = first
      stop = cursor
    }
    return -1
  }

  /// An element that is in the namespace of the element around it, by whatever prefix.
  @inline(never)
  private mutating func findInOwnNamespace(
    _ name: String, _ kinds: XMLSearchKinds, _ session: XMLDecodingSession
  ) -> Int {
    let own = session.records[place.index]
    guard own.isElement, kinds != .attributes else { return -1 }
    let namespace = session.arena.names[Int(own.name)].namespace
    guard namespace != 0 else { return -1 }
    let uri = session.arena.namespaces[Int(namespace)]
    return find(number: session.arena.nameNumber(XMLName(name, in: uri)), .elements, session)
  }

  /// The record of an element or attribute by its name's number; -1 if there is none.
  private mutating func find(
    number: UInt32?, _ kinds: XMLSearchKinds, _ session: XMLDecodingSession
  ) -> Int {
    guard let number else { return -1 }
    var attribute = -1
    var index = cursor
    var stop = end
    for _ in 0..<2 {
      while index < stop {
        let record = session.records[index]
        if record.isElement {
          if kinds != .attributes, record.name == number {
            cursor = Int(record.link)
            return index
          }
          index = Int(record.link)
          continue
        }
        if record.isAttribute, kinds != .elements, record.name == number { attribute = index }
        index += 1
      }
      index = first
      stop = cursor
    }
    return attribute
  }
}

// The other way round.
extension XMLMemberSearch {
  /// The keys of attributes and children, each once, in the document's order.
  func keys(in session: XMLDecodingSession) -> [String] {
    var seen: Set<String> = []
    var keys: [String] = []
    func add(_ key: String) {
      if seen.insert(key).inserted { keys.append(key) }
    }
    guard end > first else { return [] }
    for (key, role) in shape?.roles ?? [:] where role.place == .text { add(key) }
    var index = first
    while index < end {
      let record = session.records[index]
      if record.isElement || record.isAttribute, let key = key(of: record, session) { add(key) }
      index = record.isElement ? Int(record.link) : index + 1
    }
    return keys
  }

  /// The key of a child or attribute; nil for one that no key fits.
  private func key(of record: XMLRecord, _ session: XMLDecodingSession) -> String? {
    let local = session.local(record)
    let namespace = session.arena.namespace(ofName: record.name)
    for (key, role) in shape?.roles ?? [:] {
      guard let name = role.name, name.local.isSame(as: local) else { continue }
      if name.namespace.map({ $0.isSame(as: namespace) }) ?? true { return key }
    }
    if record.isAttribute {
      return namespace.isEmpty ? session.settings.keyStrategy.key(local) : nil
    }
    return session.fits(record, local, in: shape?.namespace, place.index)
      ? session.settings.keyStrategy.key(local) : nil
  }
}

extension XMLDecodingSession {
  /// A bit for a name; others may have the same.
  @inline(__always)
  func nameBit(_ number: UInt32) -> UInt64 { 1 &<< UInt64(nameBits[Int(number)]) }

  /// Whether a name without a prefix is written at a place.
  @inline(__always)
  fileprivate func has(_ name: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    let count = name.count
    guard start + count < bytes.count else { return false }
    // unsafe: the index is inside.
    for index in 0..<count where unsafe bytes[start + index] != name[index] { return false }
    return Self.endsName(bytes[start + count])
  }

  /// The name for a key, by the app's strategy.
  func name(ofKey key: String) -> String {
    guard let convert = settings.keyStrategy.name else { return key }
    if let name = namesByKey[key] { return name }
    let name = convert(key)
    namesByKey[key] = name
    return name
  }
}
