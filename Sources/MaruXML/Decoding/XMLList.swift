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
    var next = XMLListPosition(index: place.index, count: count, end: end)
    // What a document only announces is not asked of the system at once.
    guard count <= session.largestFirstList / Swift.max(1, MemoryLayout<Element>.stride) else {
      var items: [Element] = []
      while let item = try next.item(Element.self, session) { items.append(item) }
      return items
    }
    // unsafe: as many items are initialized as are told, in their order, also when one can't be read.
    return try unsafe [Element](unsafeUninitializedCapacity: count) { items, done in
      while let item = try next.item(Element.self, session) {
        // unsafe: there is room for `count` items, and this one is not initialized.
        unsafe items.initializeElement(at: done, to: item)
        done += 1
      }
    }
  }
}

/// Where the reading of a list is.
private struct XMLListPosition {
  /// The next item's record.
  var index: Int
  /// How many items there are in all.
  let count: Int
  let end: Int
  private var done = 0

  init(index: Int, count: Int, end: Int) {
    self.index = index
    self.count = count
    self.end = end
  }

  /// Reads the next item; nil at the end.
  @inline(__always)
  mutating func item<Item: Decodable>(
    _ type: Item.Type, _ session: XMLDecodingSession
  ) throws -> Item? {
    guard done < count else { return nil }
    try session.enter(.index(done), at: index)
    defer { session.leave() }
    let item = try session.value(type, at: XMLPlace(item: index))
    done += 1
    if done < count { index = session.brother(of: index, end: end) ?? index }
    return item
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

  /// How many bytes a list may take at once; beyond, it grows as items are read.
  var largestFirstList: Int { max(65_536, 4 * bytes.count) }

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
