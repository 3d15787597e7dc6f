/// A type that is a list of items, and is read without the containers that it would ask for.
///
/// An array that reads itself asks for each item through two existentials, and grows as it goes: for
/// small items that takes longer than reading them. What comes of it is the same.
protocol XMLList: Decodable {
  /// A list without items.
  static var none: Self { get }
  /// Reads the items at a place: elements of one name beside each other.
  static func read(_ session: XMLDecodingSession, at place: XMLPlace) throws -> Self
}

extension Array: XMLList where Element: Decodable {
  static var none: [Element] { [] }

  static func read(_ session: XMLDecodingSession, at place: XMLPlace) throws -> [Element] {
    let end = session.records[place.index].isElement ? Int(Swift.max(0, place.extent)) : 0
    let count = session.countOfBrothers(from: place.index, end: end)
    // What a document only announces is not asked of the system at once: then it grows after all.
    guard count <= session.largestList / Swift.max(1, MemoryLayout<Element>.stride) else {
      return try [Element](from: XMLValueDecoder(session: session, place: place, shape: nil))
    }
    let traits = session.traits(of: Element.self)
    // unsafe: as many items are initialized as are told, in their order, also when one can't be read.
    return try unsafe [Element](unsafeUninitializedCapacity: count) { items, done in
      var index = place.index
      while true {
        try session.enter(.index(done), at: index)
        defer { session.leave() }
        // unsafe: there is room for `count` items, and this one is not initialized. The value goes
        // there at once: from a constant it would be copied.
        try unsafe items.initializeElement(
          at: done, to: session.value(Element.self, traits, at: XMLPlace(item: index)))
        done += 1
        guard done < count, let next = session.brother(of: index, end: end) else { return }
        index = next
      }
    }
  }
}

extension XMLDecodingSession {
  /// Reads a list; `List` and `Value` are one type.
  @inline(never)
  func list<List: XMLList, Value>(
    _ list: List.Type, as type: Value.Type, at place: XMLPlace
  ) throws -> Value {
    let items = try List.read(self, at: place)
    // unsafe: traits are kept by type, so the list's type is the value's.
    return unsafe unsafeBitCast(items, to: Value.self)
  }

  /// A list without items; `List` and `Value` are one type.
  @inline(never)
  func noItems<List: XMLList, Value>(_ list: List.Type, as type: Value.Type) -> Value {
    // unsafe: traits are kept by type, so the list's type is the value's.
    unsafe unsafeBitCast(List.none, to: Value.self)
  }

  /// How many bytes a list may take at once.
  var largestList: Int { max(65_536, 4 * bytes.count) }

  /// How many elements of one name there are before an index, the first one counted.
  func countOfBrothers(from first: Int, end: Int) -> Int {
    guard end > 0 else { return 1 }
    var count = 1
    var index = first
    while let next = brother(of: index, end: end) {
      index = next
      count += 1
    }
    return count
  }
}
