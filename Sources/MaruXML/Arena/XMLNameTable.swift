/// Finds the number of a name by its namespace and local part, by open addressing.
struct XMLNameTable: Sendable {
  /// Numbers of names plus one; 0 is free. The count is a power of two, and at least twice the names.
  private var slots: [UInt32] = Array(repeating: 0, count: 64)

  /// The number of a name, if it is there.
  func find(
    _ local: [UInt8], in namespace: UInt32, names: [XMLNameEntry], nameBytes: [UInt8]
  ) -> UInt32? {
    guard !local.isEmpty else { return nil }
    let key = XMLNamePool.key(of: local)
    let hash = XMLNameHash.shared.hash(key, in: namespace)
    return find(local[...], in: namespace, hash: hash, names: names, nameBytes: nameBytes)
  }

  func find(
    _ local: ArraySlice<UInt8>, in namespace: UInt32, hash: UInt64, names: [XMLNameEntry],
    nameBytes: [UInt8]
  ) -> UInt32? {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let entry = names[Int(slots[slot]) - 1]
      if entry.namespace == namespace, Int(entry.length) == local.count {
        let start = Int(entry.offset)
        if nameBytes[start..<start + local.count].elementsEqual(local) { return slots[slot] - 1 }
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Adds a number that is not there yet.
  ///
  /// - Parameter rehash: Gives the hash of each number, when the table grows.
  mutating func insert(_ number: UInt32, hash: UInt64, rehash: (UInt32) -> UInt64) {
    if Int(number) * 2 >= slots.count {
      slots = Array(repeating: 0, count: slots.count * 2)
      for old in 0..<number { place(old, hash: rehash(old)) }
    }
    place(number, hash: hash)
  }

  private mutating func place(_ number: UInt32, hash: UInt64) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = number + 1
  }
}
