internal import MaruContract

extension SecretStoreDefinition {
  /// Every key is a place of its own.
  static let names: [SecretStoreDefinition] = [
    .init("one name in two namespaces is two secrets", ["SECRET-1"]) { bench in
      try await keepApart(SecretBench.namespaceEnds.map { try bench.key("token", $0) }, bench)
    },
    .init("a namespace and a name are not one text", ["SECRET-1"]) { bench in
      // Whichever character a store joins them with, two of these would be one.
      let pairs = [
        ("", "/a"), ("/a", "a"), ("", "a"), ("/a", "/b/c"), ("/a/b", "/c"), ("/a", "b/c"),
        ("/a/b", "c"), ("/a", ":b:c"), ("/a:b", ":c"), ("/a", "b:c"), ("/a:b", "c"), (":", "a"),
        ("", ":a"), ("-a", "b"), ("", "-a-b"), (".", "a"), ("", ".a"), ("@a", "b"), ("", "@ab"),
      ]
      try await keepApart(pairs.map { try bench.key($1, $0) }, bench)
    },
    .init("names that are near each other are apart", ["SECRET-1"]) { bench in
      let names = [
        "token", "Token", "TOKEN", "token.", "token-", "token~", "token_", "token1", "token2",
        "token/", "/token", "a/token", "a/../token", "./token", "t", "to", ".", "..", "../token",
        "-", "--help", "~", "@", "+", ":", "a+b", "a:b", "0", "00", "null", "nil",
      ]
      try await keepApart(names.map { try bench.key($0) }, bench)
    },
    .init("the longest names are taken whole", ["SECRET-1"]) { bench in
      let long = String(repeating: "k", count: 254)
      var keys: [SecretKey] = []
      for last in ["a", "b"] as [Character] {
        let namespace = try bench.longestNamespace(last)
        keys += try [long + "a", long + "b"].map { try SecretKey($0, in: namespace) }
      }
      try await keepApart(keys, bench)
    },
    .init("many secrets are kept apart", ["SECRET-1"]) { bench in
      let ends = ["", "/a", "/a/b", "-a"]
      try await keepApart((0..<64).map { try bench.key("secret-\($0)", ends[$0 % 4]) }, bench)
    },
    .init("deleting all of a namespace deletes exactly that", ["SECRET-1"]) { bench in
      let ends = SecretBench.namespaceEnds
      var values: [SecretKey: [UInt8]] = [:]
      for end in ends {
        for name in ["token", "other"] { values[try bench.key(name, end)] = bench.bytes(16) }
      }
      for (key, value) in values { try await bench.write(value, key) }
      for (index, end) in ends.enumerated() {
        let namespace = try bench.namespace(end)
        try await bench.store.deleteAll(in: namespace)
        let gone = try Set(ends.prefix(index + 1).map { try bench.namespace($0) })
        for (key, value) in values {
          if gone.contains(key.namespace) {
            try await bench.expectNothing(key, "nothing of a namespace that was deleted")
          } else {
            try await bench.expect(value, key, "what is in another namespace")
          }
        }
      }
    },
    .init("deleting one secret deletes no other", ["SECRET-1"]) { bench in
      let keys = try ["a", "ab", "abc", "b"].map { try bench.key($0) } + [bench.key("a", "/a")]
      for (index, key) in keys.enumerated() { try await bench.write([UInt8(index)], key) }
      for index in keys.indices {
        try await bench.store.delete(keys[index])
        try await bench.expectNothing(keys[index])
        for rest in keys.indices where rest > index {
          try await bench.expect([UInt8(rest)], keys[rest], "what was not deleted")
        }
      }
    },
  ]

  /// Gives each key a value, looks for each, and takes away every second.
  private static func keepApart(_ keys: [SecretKey], _ bench: SecretBench) async throws {
    let values = keys.map { _ in bench.bytes(24) }
    for (key, value) in zip(keys, values) { try await bench.write(value, key) }
    for (key, value) in zip(keys, values) { try await bench.expect(value, key, "its own value") }
    for index in stride(from: 0, to: keys.count, by: 2) {
      try await bench.store.delete(keys[index])
    }
    for index in keys.indices {
      if index % 2 == 0 {
        try await bench.expectNothing(keys[index], "nothing under a key that was deleted")
      } else {
        try await bench.expect(values[index], keys[index], "what was not deleted")
      }
    }
  }
}
