/// A list whose items are known: they chose their cases, or the list is a nested container.
struct XMLChosenContainer: XMLItemReading {
  let session: XMLDecodingSession
  private let prefix: [XMLPathStep]
  private let places: [XMLPlace]
  /// For items that choose a case; else empty.
  private let chosen: [XMLChosen]
  private let shape: XMLResolvedShape?
  private(set) var currentIndex = 0

  /// The items at a place, with the steps that lead to it.
  init(session: XMLDecodingSession, place: XMLPlace, prefix: [XMLPathStep]) throws {
    self.session = session
    self.prefix = prefix
    var list = try XMLUnkeyedContainer(session: session, place: place)
    var places: [XMLPlace] = []
    while !list.isAtEnd { places.append(try list.take(Any.self)) }
    self.places = places
    chosen = []
    shape = nil
  }

  /// Items that were chosen, of any names.
  init(
    session: XMLDecodingSession, chosen: [XMLChosen], prefix: [XMLPathStep],
    shape: XMLResolvedShape?
  ) {
    self.session = session
    self.prefix = prefix
    self.chosen = chosen
    places = chosen.map(\.place)
    self.shape = shape
  }

  var codingPath: [any CodingKey] { session.codingPath + prefix.map(\.codingKey) }
  var isAtEnd: Bool { currentIndex >= places.count }

  mutating func take(_ type: Any.Type) throws -> XMLPlace {
    guard !isAtEnd else { throw ended(type) }
    defer { currentIndex += 1 }
    return places[currentIndex]
  }

  mutating func item<Value>(
    _ type: Any.Type, _ read: (XMLDecodingSession, XMLPlace) throws -> Value
  ) throws -> Value {
    let index = currentIndex
    let place = try take(type)
    let depth = session.depth
    defer { session.leave(to: depth) }
    for step in prefix { try session.enter(step, at: place.index) }
    try session.enter(.index(index), at: place.index)
    return try read(session, place)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else { throw ended(Any?.self) }
    guard chosen.isEmpty, session.isNil(places[currentIndex]) else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let subject = chosen.indices.contains(currentIndex) ? chosen[currentIndex] : nil
    return try item(type) { [shape] session, place in
      guard let subject else { return try session.value(type, at: place) }
      return try session.value(type, chosen: subject, shape)
    }
  }
}
