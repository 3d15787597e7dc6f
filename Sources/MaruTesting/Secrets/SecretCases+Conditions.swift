internal import MaruContract

extension SecretStoreDefinition {
  private static let secret = "planted-secret"
  private static let person = "kim.planted@example.com"

  /// What is printed tells nobody's secret and nobody's name.
  static let printing: [SecretStoreDefinition] = [
    .init("no secret and no name is shown by a store or its errors", ["FAIL-3", "SECRET-1"]) {
      bench in
      let key = try bench.key(person)
      let value = Array(secret.utf8)
      try await bench.write(value, key)
      try expectUnseen(bench.store, value, bench)
      try expectUnseen(try await bench.store.read(key), value, bench)
      let long = [UInt8](Array(repeating: value, count: 700).joined())
      let refusal = try await bench.expectError([.tooLarge], "writing too much") {
        try await bench.write(long, key)
      }
      try expectUnseen(refusal, value, bench)
      try await bench.store.delete(key)
      let absence = try await bench.expectError([.notFound], "reading what is not there") {
        _ = try await bench.store.read(key)
      }
      try expectUnseen(absence, value, bench)
    }
  ]

  /// What keeps a store from its secrets is told, and none of them is lost.
  static func under(_ condition: SecretStoreCondition) -> SecretStoreDefinition {
    .init(
      "while \(condition.name), nothing is called absent and nothing is lost",
      ["FAIL-3", "SECRET-1"]
    ) { bench in
      let key = try bench.key(person)
      let other = try bench.key("other", "/a")
      let absent = try bench.key("absent")
      let value = Array(secret.utf8)
      try await bench.write(value, key)
      try await bench.write([7], other)
      try await bench.place.set(condition)
      // Twice: a store must not learn the wrong thing from the first time.
      for _ in 0..<2 { try await tryAll(condition, key, other, absent, value, bench) }
      try await bench.place.set(nil)
      try await bench.expect(value, key, "the value from before")
      try await bench.expect([7], other, "the value from before")
      try await bench.expectNothing(absent)
      try await bench.write([8], absent)
      try await bench.expect([8], absent)
    }
  }

  private static func tryAll(
    _ condition: SecretStoreCondition, _ key: SecretKey, _ other: SecretKey, _ absent: SecretKey,
    _ value: [UInt8], _ bench: SecretBench
  ) async throws {
    // One that was open before, and one that is opened now.
    var stores: [any SecretStore] = [bench.store]
    do {
      stores.append(try await bench.place.open())
    } catch let error as SecretStoreError {
      try bench.expect(condition.codes.contains(error.code), "one of its codes", found: "\(error)")
    }
    for store in stores {
      var calls: [(String, () async throws -> Void)] = []
      if condition.refuses.contains(.reading) {
        calls.append(("reading", { _ = try await store.read(key) }))
        calls.append(("looking for a secret", { _ = try await store.readIfPresent(key) }))
      } else {
        try await bench.expect(value, key, in: store)
        try await bench.expectNothing(absent, in: store)
      }
      if condition.refuses.contains(.writing) {
        calls.append(("writing over a secret", { try await store.write(Sensitive([9]), for: key) }))
        calls.append(("writing", { try await store.write(Sensitive([9]), for: absent) }))
      }
      if condition.refuses.contains(.deleting) {
        calls.append(("deleting", { try await store.delete(key) }))
        calls.append(
          ("deleting a namespace", { try await store.deleteAll(in: other.namespace) }))
      }
      for (what, call) in calls {
        let error = try await bench.expectError(condition.codes, what, call)
        try expectUnseen(error, value, bench)
      }
    }
  }

  private static func expectUnseen(
    _ thing: Any, _ value: [UInt8], _ bench: SecretBench
  ) throws {
    let numbers = value.prefix(4).map { "\($0)" }.joined(separator: ", ")
    let hex = value.prefix(4).map { String($0, radix: 16) }.joined()
    for form in printedForms(of: thing) {
      for planted in [secret, person, numbers, hex] {
        try bench.expect(
          !form.contains(planted), "a text without secret or name",
          found: "one that shows a planted one")
      }
    }
  }
}
