/// Where a value stands: a record, and what else belongs to it.
struct XMLPlace {
  /// How lists and scalars take the record.
  enum Extent {
    /// The element alone: a list is what is in it.
    static let item: Int32 = 0
    /// The only element of its name: a list has one item.
    static let sole: Int32 = -1
    /// The text of an element, without its attributes and elements.
    static let ownText: Int32 = -2
    /// The attributes of an element, without its content.
    static let ownAttributes: Int32 = -3
  }

  let record: Int32
  /// One of ``Extent``, or the index where brothers of the same name end: a list takes them all.
  let extent: Int32

  @inline(__always) init(_ record: Int, extent: Int32) {
    self.record = Int32(truncatingIfNeeded: record)
    self.extent = extent
  }

  @inline(__always) init(item record: Int) { self.init(record, extent: Extent.item) }

  @inline(__always) var index: Int { Int(record) }
  @inline(__always) var isOwnText: Bool { extent == Extent.ownText }
}
