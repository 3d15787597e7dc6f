/// Which names of an element's children occur more than once.
///
/// For few children a bit for each name says so, maybe too often; for many there is a table, so that
/// no document makes a search for each of its names walk over all of the others.
struct XMLSiblingNames {
  enum State {
    case unknown, few, many
  }

  private struct Group {
    var first: Int
    var last: Int
    var count = 1
  }

  private(set) var state = State.unknown
  private(set) var seen: UInt64 = 0
  private(set) var repeated: UInt64 = 0
  private var places: [UInt32: XMLPlace] = [:]

  /// Is as new.
  @inline(__always)
  mutating func forget() {
    if state == .many { places = [:] }
    state = .unknown
    seen = 0
    repeated = 0
  }

  /// Goes over the children once.
  @inline(never)
  mutating func look(_ session: XMLDecodingSession, _ first: Int, _ end: Int) {
    state = .few
    var index = first
    var count = 0
    while index < end {
      let record = session.records[index]
      guard record.isElement else {
        index += 1
        continue
      }
      let bit = session.nameBit(record.name)
      repeated |= seen & bit
      seen |= bit
      index = Int(record.link)
      count += 1
      if count == 64 { return lookAtMany(session, first, end) }
    }
  }

  private mutating func lookAtMany(_ session: XMLDecodingSession, _ first: Int, _ end: Int) {
    state = .many
    var groups: [UInt32: Group] = [:]
    var index = first
    var current: UInt32 = .max
    var group = Group(first: 0, last: 0)
    var count = 0
    while index < end {
      let record = session.records[index]
      guard record.isElement else {
        index += 1
        continue
      }
      count += 1
      if record.name == current {
        group.last = index
        group.count += 1
      } else {
        if current != .max { groups[current] = group }
        current = record.name
        group = groups[current] ?? Group(first: index, last: index, count: 0)
        group.last = index
        group.count += 1
      }
      index = Int(record.link)
    }
    if current != .max { groups[current] = group }
    // Lists that lie through each other are walked by links.
    let walked = groups.values.reduce(0) { $0 + ($1.count > 1 ? $1.last - $1.first : 0) }
    if walked > 4 * (end - first) { link(session, first, end) }
    places = groups.mapValues {
      XMLPlace(
        $0.first,
        extent: $0.count == 1 ? XMLPlace.Extent.sole : session.records[$0.last].link32)
    }
  }

  private func link(_ session: XMLDecodingSession, _ first: Int, _ end: Int) {
    var last: [UInt32: Int32] = [:]
    var index = first
    while index < end {
      let record = session.records[index]
      if record.isElement {
        let here = Int32(truncatingIfNeeded: index)
        if let before = last.updateValue(here, forKey: record.name) {
          session.linkBrothers(before, here)
        }
        session.linkBrothers(here, -1)
        index = Int(record.link)
      } else {
        index += 1
      }
    }
  }

  /// The place of a name's elements, which are there.
  func place(
    _ number: UInt32, _ session: XMLDecodingSession, _ start: Int, _ end: Int
  ) -> XMLPlace {
    if state == .many, let place = places[number] { return place }
    var first = start
    while !session.records[first].isElement || session.records[first].name != number {
      first = session.arena.next(first)
    }
    let isSole = session.brother(of: first, end: end) == nil
    return XMLPlace(
      first, extent: isSole ? XMLPlace.Extent.sole : Int32(truncatingIfNeeded: end))
  }
}
