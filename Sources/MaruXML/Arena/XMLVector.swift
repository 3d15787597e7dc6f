/// A growing row of plain values, as an array is, but with nothing to check for sharing: the reader's
/// loops spend most of their time in it.
@safe
struct XMLVector<Element: BitwiseCopyable & Sendable>: ~Copyable {
  // unsafe: the first `count` of `capacity` elements are initialized; only this value knows the memory.
  private var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = max(capacity, 1)
    // unsafe: freed in deinit, or by the rows that it is given to.
    unsafe base = XMLMemory.allocate(Element.self, capacity: max(capacity, 1))
  }

  deinit {
    // unsafe: nobody else knows the memory.
    unsafe base.deallocate()
  }

  var isEmpty: Bool { @inline(__always) get { count == 0 } }
  var indices: Range<Int> { 0..<count }
  var last: Element? { @inline(__always) get { count == 0 ? nil : self[count &- 1] } }

  subscript(_ index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // unsafe: the index was checked.
      return unsafe base[index]
    }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // unsafe: the index was checked.
      unsafe base[index] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if !tryToAppend(element) {
      grow(upTo: .max)
      _ = tryToAppend(element)
    }
  }

  /// Appends, unless it would have to grow.
  @inline(__always)
  mutating func tryToAppend(_ element: Element) -> Bool {
    if count == capacity { return false }
    // unsafe: there is room for one more.
    unsafe (base + count).initialize(to: element)
    count &+= 1
    return true
  }

  @inline(__always)
  mutating func removeLast() {
    precondition(count > 0)
    count &-= 1
  }

  mutating func removeLast(_ number: Int) {
    precondition(number >= 0 && number <= count)
    count -= number
  }

  mutating func removeAll() { count = 0 }

  /// Keeps what is from an index on.
  mutating func removeFirst(_ number: Int) {
    precondition(number >= 0 && number <= count)
    // unsafe: both ends are inside, and the areas may overlap.
    unsafe base.update(from: base + number, count: count - number)
    count -= number
  }

  /// Gives the elements away, without copying them, and is empty.
  mutating func take() -> XMLRow<Element> {
    // unsafe: from here on the row owns the memory.
    let row = unsafe XMLRow(base, count: count)
    capacity = 1
    count = 0
    // unsafe: as in the initializer.
    unsafe base = UnsafeMutablePointer<Element>.allocate(capacity: 1)
    return row
  }

  /// A copy of the elements.
  func copy() -> XMLRow<Element> {
    // unsafe: there are so many elements, and the row owns the new memory.
    let new = UnsafeMutablePointer<Element>.allocate(capacity: max(count, 1))
    // unsafe: the new memory has room for as many.
    unsafe new.initialize(from: base, count: count)
    return unsafe XMLRow(new, count: count)
  }

  /// Makes room for twice as many, or for so many.
  @inline(never)
  mutating func grow(upTo limit: Int) {
    capacity = max(count + 1, min(capacity * 2, limit))
    // unsafe: the elements move, and the old memory is freed.
    let new = unsafe XMLMemory.allocate(Element.self, capacity: capacity)
    // unsafe: the elements move, and the old memory is freed.
    unsafe new.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = new
  }
}

/// Plain values in a row, which never change.
@safe
package struct XMLRow<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // @unchecked: the memory is not written any more, and the owner frees it behind its last use.
  private let base: UnsafePointer<Element>
  package let count: Int
  private let owner: Owner

  fileprivate init(_ base: UnsafeMutablePointer<Element>, count: Int) {
    // unsafe: the owner, which lives as long as this value and its copies, frees the memory.
    unsafe self.base = UnsafePointer(base)
    self.count = count
    // unsafe: the owner frees what this value reads.
    owner = unsafe Owner(base)
  }

  package subscript(_ index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // unsafe: the index was checked.
      return unsafe base[index]
    }
  }

  @safe
  private final class Owner {
    // unsafe: it is only kept to be freed.
    private let base: UnsafeMutablePointer<Element>
    init(_ base: UnsafeMutablePointer<Element>) {
      // unsafe: only kept.
      unsafe self.base = base
    }
    deinit {
      // unsafe: all who could read it are gone.
      unsafe base.deallocate()
    }
  }
}
