/// The attributes and children of an element by their names.
struct XMLKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  // Its only reference: the standard library copies the container for each value that is asked for.
  let members: XMLMembers

  var session: XMLDecodingSession { @inline(__always) get { members.session } }
  var place: XMLPlace { @inline(__always) get { members.place } }
  var shape: XMLResolvedShape? { @inline(__always) get { members.shape } }
  var prefix: [XMLPathStep] { @inline(__always) get { members.prefix } }

  var codingPath: [any CodingKey] { session.codingPath + prefix.map(\.codingKey) }
  var allKeys: [Key] { members.present.keys(in: session).compactMap { Key(stringValue: $0) } }

  /// Where a key's value stands; nil if it is not there.
  @inline(__always)
  func locate(_ key: Key) -> XMLPlace? { members.locate(key.stringValue) }

  func contains(_ key: Key) -> Bool {
    if let role = shape?.roles[key.stringValue], role.place == .content { return true }
    return locate(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard let place = locate(key) else { return true }
    return place.extent <= 0 && session.isNil(place)
  }
}

// Reading values.
extension XMLKeyedContainer {
  /// The place of a value that is one; the error has the key.
  @inline(__always)
  func scalar(_ key: Key) throws -> XMLPlace {
    guard let place = locate(key) else { throw missing(key) }
    guard place.extent > 0 else { return place }
    return try only(place, key)
  }

  /// The place of a value that may be missing.
  @inline(__always)
  func optional(_ key: Key) throws -> XMLPlace? {
    guard var place = locate(key) else { return nil }
    if place.extent > 0 { place = try only(place, key) }
    return place
  }

  @inline(never)
  private func only(_ place: XMLPlace, _ key: Key) throws -> XMLPlace {
    try within(key, place) { try session.alone($0) }
  }

  @inline(never)
  func missing(_ key: Key) -> XMLError {
    let name = shape?.roles[key.stringValue]?.name?.description ?? key.stringValue
    return session.error(
      .keyNotFound, at: place.index, expected: "an element or attribute '\(name)'",
      found: session.records[place.index].isElement
        ? "none in \(session.found(element: place.index))" : "text", below: prefix, key: key)
  }

  /// Reads with the key in the path.
  @inline(__always)
  func within<Value>(
    _ key: Key, _ place: XMLPlace, _ read: (XMLPlace) throws -> Value
  ) throws -> Value {
    guard !members.hasPrefix else { return try withinPrefix(key, place, read) }
    try session.enter(.key(key), at: place.index)
    defer { session.leave() }
    return try read(place)
  }

  @inline(never)
  private func withinPrefix<Value>(
    _ key: Key, _ place: XMLPlace, _ read: (XMLPlace) throws -> Value
  ) throws -> Value {
    let depth = session.depth
    defer { session.leave(to: depth) }
    for step in prefix { try session.enter(step, at: place.index) }
    try session.enter(.key(key), at: place.index)
    return try read(place)
  }

  /// Reads without the key in the path, which only an error needs.
  @inline(__always)
  func leaf<Value>(
    _ key: Key, _ place: XMLPlace, _ read: (XMLPlace) throws -> Value
  ) throws -> Value {
    do {
      return try read(place)
    } catch {
      throw addressed(error, key)
    }
  }

  @inline(never)
  private func addressed(_ error: any Error, _ key: Key) -> any Error {
    guard let error = error as? XMLError else { return error }
    return XMLError(
      error.code, at: error.position, expected: error.expected, found: error.found,
      excerpt: error.excerpt, codingPath: error.codingPath + prefix.map(\.codingKey) + [key])
  }

  /// Reads a value of any type, by its role.
  func any<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    if !members.isPlain, let role = shape?.roles[key.stringValue] {
      if role.place == .content { return try content(type, key) }
      if case .list(let item) = role.place { return try list(type, key, item) }
    }
    guard let place = locate(key) else { return try absent(type, key) }
    return try within(key, place) { try session.value(type, at: $0) }
  }

  /// Reads what is not there: an empty list, or an error.
  @inline(never)
  func absent<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    let traits = session.traits(of: type)
    if let list = traits.list {
      try session.checkLength(at: place.index)
      return session.noItems(list, as: type)
    }
    guard traits.special == .none else { return try absentSpecial(type, key, traits.special) }
    return try within(key, place) {
      try Value(from: XMLAbsentDecoder(session: session, parent: $0.index))
    }
  }

  /// Kept apart, so that what it needs is not made ready for other types.
  @inline(never)
  private func absentSpecial<Value>(
    _ type: Value.Type, _ key: Key, _ special: XMLTypeTraits.Special
  ) throws -> Value {
    if special == .optionalString, let none = String?.none as? Value { return none }
    throw missing(key)
  }

  /// Reads a list that has an element around it.
  private func list<Value: Decodable>(
    _ type: Value.Type, _ key: Key, _ item: XMLName
  ) throws -> Value {
    guard let found = locate(key) else { return try absent(type, key) }
    return try within(key, found) { place in
      let wrapper = try session.alone(place).index
      guard session.records[wrapper].isElement else { throw session.mismatch(type, at: place) }
      let ownText = XMLPlace(wrapper, extent: XMLPlace.Extent.ownText)
      guard session.isNil(ownText) else {
        throw session.error(
          .typeMismatch, at: wrapper, expected: "elements of a list", found: "text")
      }
      let items = session.firstChild(item, in: wrapper, namespace: shape?.namespace)
      guard let items else {
        return try Value(from: XMLAbsentDecoder(session: session, parent: wrapper))
      }
      // Even one item is a list here: its being empty means nothing.
      return try Value(
        from: XMLValueDecoder(
          session: session, place: XMLPlace(items, extent: session.records[wrapper].link32),
          shape: nil))
    }
  }

  /// Reads ordered content.
  private func content<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
    guard let choice = session.choice(of: type), session.records[place.index].isElement else {
      return try absent(type, key)
    }
    let chosen = session.chosen(by: choice, in: place.index)
    let decoder = XMLContentDecoder(
      session: session, parent: place.index, chosen: chosen, shape: choice.shape)
    return try within(key, place) { try session.value(type, from: decoder, at: $0.index) }
  }

  /// Reads a value of any type that may be missing.
  func anyOptional<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value? {
    if !members.isPlain, let role = shape?.roles[key.stringValue] {
      if role.place == .content {
        guard let choice = session.choice(of: type), session.records[place.index].isElement,
          !session.chosen(by: choice, in: place.index).isEmpty
        else { return nil }
        return try content(type, key)
      }
      if case .list(let item) = role.place {
        guard let place = locate(key), session.isMarkedNil(place.index) != true else { return nil }
        return try list(type, key, item)
      }
    }
    guard let place = locate(key) else { return nil }
    if place.extent <= 0 {
      let special = session.traits(of: type).special
      switch special {
      case .none:
        if session.isBareList(type, place) { break }
        if session.isNil(place) { return nil }
      case .optionalString: break
      case .string: if try session.optionalString(at: place) == nil { return nil }
      case .tree: if session.isMarkedNil(place.index) == true { return nil }
      default: if session.isNilText(place) { return nil }
      }
    }
    return try within(key, place) { try session.value(type, at: $0) }
  }
}

extension XMLDecodingSession {
  /// Whether an element with nothing in it is a list without items.
  @inline(__always)
  func isBareList<Value: Decodable>(_ type: Value.Type, _ place: XMLPlace) -> Bool {
    guard isBare(place.index) else { return false }
    return choice(of: type)?.isListOfValues == true
  }

  /// The first child element of a name.
  func firstChild(_ name: XMLName, in parent: Int, namespace: String?) -> Int? {
    var child = arena.firstChild(ofElement: parent)
    let wanted = name.namespace ?? namespace
    let end = Int(records[parent].link)
    while child < end {
      if records[child].isElement, fits(records[child], name.local, in: wanted, parent) {
        return child
      }
      child = arena.next(child)
    }
    return nil
  }
}

extension XMLRecord {
  /// ``link`` as places have it; a document has far fewer records than would not fit.
  @inline(__always) var link32: Int32 { Int32(truncatingIfNeeded: link) }
}
