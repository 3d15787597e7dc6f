package import MaruContract
package import MaruSystem

/// The secrets of a file in the clear, as bytes that are wiped.
///
/// After a number that grows with each write (8 bytes) and the count of secrets (4), each of them is
/// the lengths of namespace, name and value (1, 1 and 2 bytes) and then these three. They stand in the
/// order of namespace and name, so that none is there twice. Numbers are big-endian.
package struct SecretRecords: Sendable {
  private static let headBytes = 12
  private static let lengthsBytes = 4

  /// The bytes.
  package let bytes: WipedBytes
  /// Grows with each write.
  package let generation: UInt64
  private let records: [Record]

  /// Where a secret stands.
  private struct Record: Sendable {
    /// All of it, with the lengths.
    var all: Range<Int>
    var namespace: Range<Int>
    var name: Range<Int>
    var value: Range<Int>
  }

  /// None, before anything was written.
  package init() {
    bytes = WipedBytes([UInt8](repeating: 0, count: Self.headBytes))
    generation = 0
    records = []
  }

  /// Reads them; nil if the bytes are not exactly such.
  package init?(_ bytes: WipedBytes) {
    let read = bytes.withBytes { all -> (UInt64, [Record])? in
      guard all.count >= Self.headBytes else { return nil }
      let generation = all.number(at: 0, of: 8)
      let count = all.number(at: 8, of: 4)
      var records: [Record] = []
      var offset = Self.headBytes
      while offset < all.count {
        guard let record = Self.record(at: offset, in: all) else { return nil }
        if let last = records.last {
          guard Self.stands(last, before: record, in: all) else { return nil }
        }
        records.append(record)
        offset = record.all.upperBound
      }
      return count == UInt64(records.count) ? (generation, records) : nil
    }
    guard let read else { return nil }
    self.bytes = bytes
    (generation, records) = read
  }

  private static func record(at start: Int, in all: UnsafeRawBufferPointer) -> Record? {
    guard all.count - start >= lengthsBytes else { return nil }
    let namespaceEnd = start + lengthsBytes + Int(all[start])
    let nameEnd = namespaceEnd + Int(all[start + 1])
    let valueEnd = nameEnd + Int(all.number(at: start + 2, of: 2))
    guard all[start] > 0, all[start + 1] > 0, valueEnd <= all.count,
      valueEnd - nameEnd <= SecretLimits.maximumBytes
    else { return nil }
    return Record(
      all: start..<valueEnd, namespace: start + lengthsBytes..<namespaceEnd,
      name: namespaceEnd..<nameEnd, value: nameEnd..<valueEnd)
  }

  private static func stands(
    _ one: Record, before other: Record, in all: UnsafeRawBufferPointer
  ) -> Bool {
    if all[one.namespace].elementsEqual(all[other.namespace]) {
      return all[one.name].lexicographicallyPrecedes(all[other.name])
    }
    return all[one.namespace].lexicographicallyPrecedes(all[other.namespace])
  }

  /// The value of a secret; nil if there is none.
  package func value(of key: SecretKey) -> Sensitive<[UInt8]>? {
    bytes.withBytes { all in
      let record = records.first { Self.is($0, key, in: all) }
      return record.map { Sensitive(Array(all[$0.value])) }
    }
  }

  /// The next generation, with a value under a key.
  ///
  /// The value is no longer than `SecretLimits.maximumBytes`.
  package func setting(_ value: Sensitive<[UInt8]>, for key: SecretKey) -> SecretRecords {
    let namespace = Array(key.namespace.rawValue.utf8)
    let name = Array(key.name.utf8)
    var added: [UInt8] = [UInt8(namespace.count), UInt8(name.count)]
    added += [UInt8(value.value.count >> 8), UInt8(truncatingIfNeeded: value.value.count)]
    // Once: a grown array leaves its earlier memory as it was.
    added.reserveCapacity(added.count + namespace.count + name.count + value.value.count)
    added += namespace
    added += name
    added += value.value
    defer { WipedBytes.wipe(&added) }
    return bytes.withBytes { all in
      let kept = records.filter { !Self.is($0, key, in: all) }
      let behind = kept.firstIndex { record in
        if all[record.namespace].elementsEqual(namespace) {
          return !all[record.name].lexicographicallyPrecedes(name)
        }
        return !all[record.namespace].lexicographicallyPrecedes(namespace)
      }
      return next(kept, adding: added, at: behind ?? kept.endIndex, from: all)
    }
  }

  /// The next generation without a secret; nil if it is not there.
  package func deleting(_ key: SecretKey) -> SecretRecords? {
    keeping { !Self.is($0, key, in: $1) }
  }

  /// The next generation without a namespace; nil if there is nothing in it.
  package func deletingAll(in namespace: SecretNamespace) -> SecretRecords? {
    keeping { !$1[$0.namespace].elementsEqual(namespace.rawValue.utf8) }
  }

  private func keeping(
    _ isKept: (Record, UnsafeRawBufferPointer) -> Bool
  ) -> SecretRecords? {
    bytes.withBytes { all in
      let kept = records.filter { isKept($0, all) }
      return kept.count == records.count ? nil : next(kept, adding: [], at: 0, from: all)
    }
  }

  private static func `is`(
    _ record: Record, _ key: SecretKey, in all: UnsafeRawBufferPointer
  ) -> Bool {
    all[record.namespace].elementsEqual(key.namespace.rawValue.utf8)
      && all[record.name].elementsEqual(key.name.utf8)
  }

  private func next(
    _ kept: [Record], adding added: [UInt8], at place: Int, from all: UnsafeRawBufferPointer
  ) -> SecretRecords {
    let size = kept.reduce(Self.headBytes + added.count) { $0 + $1.all.count }
    let count = kept.count + (added.isEmpty ? 0 : 1)
    let bytes = WipedBytes(count: size) { next in
      next.setNumber(generation + 1, at: 0, of: 8)
      next.setNumber(UInt64(count), at: 8, of: 4)
      var offset = Self.headBytes
      func append(_ piece: UnsafeRawBufferPointer) {
        UnsafeMutableRawBufferPointer(rebasing: next[offset...]).copyMemory(from: piece)
        offset += piece.count
      }
      for record in kept[..<place] { append(UnsafeRawBufferPointer(rebasing: all[record.all])) }
      added.withUnsafeBytes { append($0) }
      for record in kept[place...] { append(UnsafeRawBufferPointer(rebasing: all[record.all])) }
    }
    guard let records = SecretRecords(bytes) else {
      preconditionFailure("records that were put together can be read")
    }
    return records
  }
}

extension UnsafeRawBufferPointer {
  /// A big-endian number of so many bytes.
  func number(at offset: Int, of count: Int) -> UInt64 {
    self[offset..<offset + count].reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes a big-endian number of so many bytes.
  func setNumber(_ number: UInt64, at offset: Int, of count: Int) {
    for index in 0..<count {
      self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(count - 1 - index)))
    }
  }
}
