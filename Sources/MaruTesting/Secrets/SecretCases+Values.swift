internal import MaruContract

extension SecretStoreDefinition {
  /// Values come out as they went in.
  static let values: [SecretStoreDefinition] = [
    .init("a value is read as it was written", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      let value = bench.bytes(100)
      try await bench.write(value, key)
      for _ in 0..<3 { try await bench.expect(value, key) }
    },
    .init("an empty value is a value", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      try await bench.write([], key)
      try await bench.expect([], key)
      try await bench.write([1], key)
      try await bench.write([], key)
      try await bench.expect([], key)
      try await bench.store.delete(key)
      try await bench.expectNothing(key)
    },
    .init("a value of 8 KiB is kept whole", ["SECRET-5"]) { bench in
      let key = try bench.key("token")
      for count in [SecretLimits.maximumBytes - 1, SecretLimits.maximumBytes] {
        let value = bench.bytes(count)
        try await bench.write(value, key)
        try await bench.expect(value, key)
      }
    },
    .init("a value of one byte more is refused, and the old one stays", ["SECRET-5"]) { bench in
      let key = try bench.key("token")
      let tooLarge = bench.bytes(SecretLimits.maximumBytes + 1)
      try await bench.expectError([.tooLarge], "writing it") {
        try await bench.write(tooLarge, key)
      }
      try await bench.expectNothing(key)
      try await bench.write([1, 2, 3], key)
      try await bench.expectError([.tooLarge], "writing it") {
        try await bench.write(tooLarge, key)
      }
      try await bench.expect([1, 2, 3], key, "the old value")
    },
    .init("a value may hold any byte", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      let values: [[UInt8]] = [
        [0], [0, 0, 0], Array(0...255), [0, 1, 2], [1, 0, 2], [1, 2, 0], [255, 254, 0x80],
        Array("line\r\nline\n".utf8), [10], [32],
      ]
      for value in values {
        try await bench.write(value, key)
        try await bench.expect(value, key)
      }
    },
    .init("a later value takes the place of an earlier one", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      for count in [16, 4096, 1, 0, 300, 299] {
        let value = bench.bytes(count)
        try await bench.write(value, key)
        try await bench.expect(value, key)
      }
    },
    .init("another accessibility changes nothing but that", ["SECRET-1", "SECRET-2"]) { bench in
      let key = try bench.key("token")
      for (index, accessibility) in SecretAccessibility.allCases.enumerated() {
        // What needs a passcode can't be kept where there is none.
        if accessibility == .whenPasscodeSetThisDeviceOnly { continue }
        let value = [UInt8(index), 7]
        try await bench.store.write(Sensitive(value), for: key, accessibility: accessibility)
        try await bench.expect(value, key)
      }
      try await bench.store.delete(key)
      try await bench.expectNothing(key, "nothing, with whichever accessibility it was written")
    },
  ]

  /// Absence is told as such, and only then.
  static let absence: [SecretStoreDefinition] = [
    .init("what was never written is not found", ["SECRET-1"]) { bench in
      try await bench.expectNothing(bench.key("token"))
      try await bench.write([1], bench.key("other"))
      try await bench.expectNothing(bench.key("token"))
    },
    .init("what was deleted is not found, and can be written again", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      let other = try bench.key("other")
      try await bench.write([9], other)
      for round in 0..<3 as Range<UInt8> {
        try await bench.write([round], key)
        try await bench.expect([round], key)
        try await bench.store.delete(key)
        try await bench.expectNothing(key)
      }
      try await bench.expect([9], other, "what was not deleted")
    },
    .init("deleting what is not there is no error", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      try await bench.store.delete(key)
      try await bench.write([1], key)
      try await bench.store.delete(key)
      try await bench.store.delete(key)
      try await bench.expectNothing(key)
      try await bench.store.deleteAll(in: key.namespace)
      try await bench.store.deleteAll(in: key.namespace)
    },
  ]

  /// Another store on the same place.
  static let reopening: [SecretStoreDefinition] = [
    .init("a store that is opened anew finds what was written", ["SECRET-1"], needs: .persists) {
      bench in
      let kept = try bench.key("kept")
      let changed = try bench.key("changed")
      let gone = try bench.key("gone")
      let wiped = try bench.key("wiped", "/a")
      for key in [kept, changed, gone, wiped] { try await bench.write([1], key) }
      try await bench.write([2, 0, 2], changed)
      try await bench.store.delete(gone)
      try await bench.store.deleteAll(in: wiped.namespace)
      let again = try await bench.place.open()
      try await bench.expect([1], kept, in: again)
      try await bench.expect([2, 0, 2], changed, in: again)
      try await bench.expectNothing(gone, in: again)
      try await bench.expectNothing(wiped, in: again)
    },
    .init("two open stores see each other's writes", ["SECRET-1"], needs: .persists) { bench in
      let key = try bench.key("token")
      let other = try await bench.place.open()
      try await bench.expectNothing(key, in: other)
      for round in 0..<3 as Range<UInt8> {
        try await bench.write([round], key)
        try await bench.expect([round], key, in: other)
        try await other.write(Sensitive([round, round]), for: key)
        try await bench.expect([round, round], key)
      }
      try await other.delete(key)
      try await bench.expectNothing(key)
    },
  ]
}
