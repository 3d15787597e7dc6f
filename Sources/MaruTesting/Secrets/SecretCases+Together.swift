internal import MaruContract

extension SecretStoreDefinition {
  /// Calls of many tasks at once, and of cancelled ones.
  static let together: [SecretStoreDefinition] = [
    .init("nobody reads a value that was half written", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      try await bench.write(pattern(0), key)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<3 {
          group.addTask {
            for round in 0..<10 { try await bench.write(pattern(writer * 10 + round), key) }
          }
        }
        for _ in 0..<3 {
          group.addTask {
            for _ in 0..<20 {
              let found = try await bench.store.read(key).value
              let whole = found.first.map { pattern(Int($0)) }
              try bench.expect(
                found == whole, "a value that somebody has written",
                found: SecretBench.short(found))
            }
          }
        }
        try await group.waitForAll()
      }
    },
    .init("a secret that is overwritten is there all the time", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      try await bench.write([0], key)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for round in 1...30 as ClosedRange<UInt8> { try await bench.write([round], key) }
        }
        group.addTask {
          var last: UInt8 = 0
          for _ in 0..<60 {
            guard let found = try await bench.store.readIfPresent(key)?.value.first else {
              throw ContractFinding(expected: "one value or the next", found: "none")
            }
            try bench.expect(
              found >= last, "no older value than before", found: "\(found) < \(last)")
            last = found
          }
        }
        try await group.waitForAll()
      }
    },
    .init("the last write stays", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<4 as Range<UInt8> {
          group.addTask {
            for round in 0..<8 as Range<UInt8> { try await bench.write([writer, round], key) }
          }
        }
        try await group.waitForAll()
      }
      let found = try await bench.store.read(key).value
      try bench.expect(
        found.count == 2 && found[1] == 7, "the last value of one of the writers",
        found: SecretBench.short(found))
      try await bench.write([42], key)
      try await bench.expect([42], key, "the last value")
    },
    .init("writers of different secrets lose none of them", ["SECRET-1"]) { bench in
      let other = try await bench.place.open()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<6 as Range<UInt8> {
          let store = writer % 2 == 0 ? bench.store : other
          let key = try bench.key("secret-\(writer)", writer % 3 == 0 ? "/a" : "")
          group.addTask {
            for round in 0..<6 as Range<UInt8> {
              try await store.write(Sensitive([writer, round]), for: key)
              try await bench.expect([writer, round], key, "what this task has written", in: store)
            }
          }
        }
        try await group.waitForAll()
      }
      for writer in 0..<6 as Range<UInt8> {
        let key = try bench.key("secret-\(writer)", writer % 3 == 0 ? "/a" : "")
        try await bench.expect([writer, 5], key, "each writer's last value")
      }
    },
    .init("deleting a namespace takes nothing of what others write meanwhile", ["SECRET-1"]) {
      bench in
      let namespace = try bench.namespace("/a")
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          for round in 0..<8 as Range<UInt8> {
            try await bench.write([round], bench.key("gone", "/a"))
            try await bench.store.deleteAll(in: namespace)
          }
        }
        for writer in 0..<3 as Range<UInt8> {
          group.addTask {
            for round in 0..<8 as Range<UInt8> {
              let key = try bench.key("kept-\(writer)-\(round)")
              try await bench.write([writer, round], key)
            }
          }
        }
        try await group.waitForAll()
      }
      try await bench.expectNothing(bench.key("gone", "/a"))
      for writer in 0..<3 as Range<UInt8> {
        for round in 0..<8 as Range<UInt8> {
          try await bench.expect(
            [writer, round], bench.key("kept-\(writer)-\(round)"), "what another has written")
        }
      }
    },
    .init("a call of a cancelled task goes to its end", ["SECRET-1"]) { bench in
      let key = try bench.key("token")
      let other = try bench.key("token", "/a")
      try await bench.write([1], other)
      try await bench.cancelled { try await bench.write([1, 2], key) }
      try await bench.expect([1, 2], key)
      try await bench.cancelled { try await bench.expect([1, 2], key) }
      try await bench.cancelled { try await bench.store.delete(key) }
      try await bench.expectNothing(key)
      try await bench.cancelled { try await bench.store.deleteAll(in: other.namespace) }
      try await bench.expectNothing(other)
    },
    .init("a write that is cancelled halfway is done or not done, and says which", ["SECRET-1"]) {
      bench in
      let key = try bench.key("token")
      for round in 0..<20 as Range<UInt8> {
        let task = Task(executorPreference: bench.contract.environment.executor) {
          for step in 0..<3 as Range<UInt8> { try await bench.write([round, step], key) }
        }
        for _ in 0..<Int(round % 4) { await Task.yield() }
        task.cancel()
        try await task.value
        try await bench.expect([round, 2], key)
      }
    },
  ]

  /// A value that tells by its first byte what all of it is; long ones and short ones.
  private static func pattern(_ number: Int) -> [UInt8] {
    [UInt8](repeating: UInt8(number), count: number % 2 == 0 ? 3000 : 40)
  }
}
