/// A list: elements of one name beside each other, or whatever is in an element.
///
/// Three words, so that no box is made for it.
struct XMLUnkeyedContainer: XMLItemReading {
  let session: XMLDecodingSession
  /// The record of the next item; negative at the end.
  private var next: Int32
  private var index: Int32 = 0
  /// For elements of one name, where the last of them has ended, or 0 if there is one alone; for
  /// children, the element that they are in, with all its bits turned over.
  private let bound: Int32

  /// The items at a place.
  init(session: XMLDecodingSession, place: XMLPlace) throws {
    self.session = session
    let record = session.records[place.index]
    guard place.extent == XMLPlace.Extent.item, record.isElement else {
      next = place.record
      bound = record.isElement ? max(0, place.extent) : 0
      return
    }
    bound = ~place.record
    next = Self.firstElement(session, session.arena.firstChild(ofElement: place.index), record)
    // A list can't be read from text: nothing of it would be left.
    guard next < 0, !session.isNil(XMLPlace(place.index, extent: XMLPlace.Extent.ownText)) else {
      return
    }
    throw session.error(
      .typeMismatch, at: place.index, expected: "elements of a list", found: "text")
  }

  /// No items.
  init(empty session: XMLDecodingSession) {
    self.session = session
    next = -1
    bound = 0
  }

  private static func firstElement(
    _ session: XMLDecodingSession, _ start: Int, _ parent: XMLRecord
  ) -> Int32 {
    var index = start
    while index < Int(parent.link) {
      if session.records[index].isElement { return Int32(truncatingIfNeeded: index) }
      index = session.arena.next(index)
    }
    return -1
  }

  var codingPath: [any CodingKey] { session.codingPath }
  var isAtEnd: Bool { next < 0 }
  var currentIndex: Int { Int(index) }

  @inline(__always)
  private mutating func advance() {
    index += 1
    if bound >= 0 {
      guard bound > 0, let brother = session.brother(of: Int(next), end: Int(bound)) else {
        next = -1
        return
      }
      next = Int32(truncatingIfNeeded: brother)
      return
    }
    let end = Int(session.records[Int(~bound)].link)
    var index = Int(session.records[Int(next)].link)
    while index < end, !session.records[index].isElement { index += 1 }
    next = index < end ? Int32(truncatingIfNeeded: index) : -1
  }

  @inline(__always)
  mutating func take(_ type: Any.Type) throws -> XMLPlace {
    guard next >= 0 else { throw ended(type) }
    let place = XMLPlace(item: Int(next))
    advance()
    return place
  }

  @inline(__always)
  mutating func item<Value>(
    _ type: Any.Type, _ read: (XMLDecodingSession, XMLPlace) throws -> Value
  ) throws -> Value {
    let index = currentIndex
    let place = try take(type)
    let session = session
    try session.enter(.index(index), at: place.index)
    defer { session.leave() }
    return try read(session, place)
  }

  mutating func decodeNil() throws -> Bool {
    guard next >= 0 else { throw ended(Any?.self) }
    guard session.isNil(XMLPlace(item: Int(next))) else { return false }
    advance()
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard bound < 0 else { return try item(type) { try $0.value(type, at: $1) } }
    let parent = Int(~bound)
    return try item(type) { session, place in
      // An enum whose cases are the elements' names.
      if let choice = session.choice(of: type), choice.isChosenByName,
        let chosen = session.chosen(by: choice, place.index, in: parent)
      {
        return try session.value(type, chosen: chosen, choice.shape)
      }
      return try session.value(type, at: place)
    }
  }
}
