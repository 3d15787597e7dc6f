// Finding the record of a key.
extension XMLKeyedContainer {
  /// Where a key's value stands; nil if it is not there.
  @inline(__always)
  func locate(_ key: Key) -> XMLPlace? {
    guard isPlain else { return locateByRole(key) }
    let record = find(key.stringValue, .either)
    guard record >= 0 else { return nil }
    return whole(record)
  }

  @inline(never)
  private func locateByRole(_ key: Key) -> XMLPlace? {
    let text = key.stringValue
    let role = shape?.roles[text]
    let index = place.index
    if role?.place == .text { return XMLPlace(index, extent: XMLPlace.Extent.ownText) }
    if session.settings.readsJSONConvention, role == nil {
      if text == "#value" { return XMLPlace(index, extent: XMLPlace.Extent.ownText) }
      if text == "@attributes" {
        return XMLPlace(index, extent: XMLPlace.Extent.ownAttributes)
      }
    }
    let kinds: XMLSearchKinds =
      switch role?.place {
      case .attribute: .attributes
      case nil, .text: .either
      case .element, .list, .content: .elements
      }
    let name = role?.name?.local ?? session.name(ofKey: text)
    var record = -1
    if let namespace = role?.name?.namespace {
      record = find(number: session.arena.nameNumber(XMLName(name, in: namespace)), kinds)
    } else if let namespace = shape?.namespace, kinds != .attributes {
      record = find(number: session.arena.nameNumber(XMLName(name, in: namespace)), .elements)
      if record < 0, kinds == .either { record = find(name, .attributes) }
    } else {
      record = find(name, kinds)
    }
    if record >= 0 { return whole(record) }
    // What a case carries without a label is the element itself.
    return isPayload && text == "_0" ? XMLPlace(place.index, extent: textExtent) : nil
  }

  /// The extent of the place itself, for an unlabelled payload.
  private var textExtent: Int32 {
    session.records[place.index].isText ? place.extent : XMLPlace.Extent.item
  }

  /// The place of a record that was found: with others of its name, all of them from the first on.
  @inline(__always)
  func whole(_ record: Int) -> XMLPlace {
    guard session.records[record].isElement else {
      return XMLPlace(record, extent: XMLPlace.Extent.sole)
    }
    if names.state == .unknown { look() }
    let number = session.records[record].name
    guard names.state == .many || names.repeated & bit(number) != 0 else {
      return XMLPlace(record, extent: XMLPlace.Extent.sole)
    }
    return names.place(number, session, session.arena.firstChild(ofElement: place.index), end)
  }

  @inline(__always) private func bit(_ number: UInt32) -> UInt64 {
    1 &<< UInt64(session.nameBits[Int(number)])
  }

  private func look() { names.look(session, session.arena.firstChild(ofElement: place.index), end) }

  /// The record of an element or attribute whose name has no prefix; -1 if there is none. An element
  /// goes before an attribute.
  @inline(__always)
  func find(_ name: String, _ kinds: XMLSearchKinds) -> Int {
    var name = name
    // The pointer is used inside of the closure only.
    var record = name.withUTF8 { unsafe search($0, kinds) }
    if record >= 0, kinds == .either, session.records[record].isAttribute {
      if names.state == .unknown { look() }
      if names.state == .many || names.seen & bit(session.records[record].name) != 0 {
        let element = find(name, .elements)
        if element >= 0 { record = element }
      }
    }
    return record < 0 && shape?.namespace == nil ? findInOwnNamespace(name, kinds) : record
  }

  @inline(__always)
  private func search(_ name: UnsafeBufferPointer<UInt8>, _ kinds: XMLSearchKinds) -> Int {
    let count = name.count
    guard count > 0 else { return -1 }
    var index = cursor
    var stop = end
    for pass in 0..<2 {
      while index < stop {
        let record = session.records[index]
        if record.isElement {
          // unsafe: the key is read while it is handed in.
          if kinds != .attributes, unsafe matches(name, at: Int(record.offset), count) {
            cursor = Int(record.link)
            return index
          }
          index = Int(record.link)
          continue
        }
        if record.isAttribute, kinds != .elements,
          // unsafe: as above.
          unsafe matches(name, at: Int(record.link), count)
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

  @inline(__always)
  private func matches(_ name: UnsafeBufferPointer<UInt8>, at start: Int, _ count: Int) -> Bool {
    let bytes = session.bytes
    guard start + count < bytes.count else { return false }
    // unsafe: the key has so many bytes.
    for index in 0..<count where unsafe bytes[start + index] != name[index] { return false }
    return XMLDecodingSession.endsName(bytes[start + count])
  }

  /// An element that is in the namespace of the element around it, by whatever prefix.
  @inline(never)
  private func findInOwnNamespace(_ name: String, _ kinds: XMLSearchKinds) -> Int {
    let own = session.records[place.index]
    guard own.isElement, kinds != .attributes else { return -1 }
    let namespace = session.arena.names[Int(own.name)].namespace
    guard namespace != 0 else { return -1 }
    let uri = session.arena.namespaces[Int(namespace)]
    return find(number: session.arena.nameNumber(XMLName(name, in: uri)), .elements)
  }

  /// The record of an element or attribute by its name's number; -1 if there is none.
  private func find(number: UInt32?, _ kinds: XMLSearchKinds) -> Int {
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

  /// The key of a child or attribute; nil for one that no key fits.
  func key(of record: XMLRecord) -> String? {
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

/// What a search looks at.
enum XMLSearchKinds {
  case elements, attributes, either
}

extension XMLDecodingSession {
  /// The name for a key, by the app's strategy.
  func name(ofKey key: String) -> String {
    guard let convert = settings.keyStrategy.name else { return key }
    if let name = namesByKey[key] { return name }
    let name = convert(key)
    namesByKey[key] = name
    return name
  }
}
