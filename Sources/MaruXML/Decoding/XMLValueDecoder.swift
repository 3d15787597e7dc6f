/// The decoder of a value at a place. It fits into an existential without a box, which is why it is a
/// structure of three words.
struct XMLValueDecoder: Decoder {
  let session: XMLDecodingSession
  let place: XMLPlace
  let shape: XMLResolvedShape?

  var codingPath: [any CodingKey] { session.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { session.settings.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let place = try session.alone(place)
    return KeyedDecodingContainer(
      XMLKeyedContainer<Key>(members: try session.members(at: place, shape: shape)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try XMLUnkeyedContainer(session: session, place: place)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    XMLSingleContainer(session: session, place: place)
  }
}

extension XMLDecodingSession {
  /// The place of the one element that is meant: another of the same name is an error, or counts by
  /// strategy.
  @inline(__always)
  func alone(_ place: XMLPlace) throws -> XMLPlace {
    guard place.extent > 0, records[place.index].isElement else { return place }
    return try chosen(place)
  }

  @inline(never)
  private func chosen(_ place: XMLPlace) throws -> XMLPlace {
    var chosen = place.index
    while let brother = brother(of: chosen, end: Int(place.extent)) {
      switch settings.repetitionStrategy {
      case .first: return XMLPlace(chosen, extent: XMLPlace.Extent.sole)
      case .last: chosen = brother
      case .refused:
        throw error(
          .repeatedElement, at: brother, expected: "one \(found(element: chosen))",
          found: "a second one")
      }
    }
    return XMLPlace(chosen, extent: XMLPlace.Extent.sole)
  }

  /// The next element of the same name before an index.
  @inline(__always)
  func brother(of record: Int, end: Int) -> Int? {
    let first = records[record]
    if hasBrotherLinks, let link = brotherLink(of: record) { return link < 0 ? nil : Int(link) }
    let wanted = first.tag & XMLRecord.nameMask
    var index = Int(first.link)
    while index < end {
      let record = records[index]
      if record.isElement {
        if record.tag & XMLRecord.nameMask == wanted { return index }
        index = Int(record.link)
      } else {
        index += 1
      }
    }
    return nil
  }
}
