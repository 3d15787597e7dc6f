#if os(Linux)
  import Foundation
  import MaruContract
  import MaruSecrets
  import MaruTesting
  import Testing

  /// Several processes, and such as are killed.
  @Suite(.enabled(if: SecretChild.folder == nil)) struct ProcessTests {
    /// How many processes are killed; MARU_KILLS sets it.
    static let kills =
      ProcessInfo.processInfo.environment["MARU_KILLS"].flatMap { Int($0) } ?? 80

    @Test func `eight processes that write at once lose nothing`() async throws {
      let folder = try StoreFolder()
      let rounds = 12
      let children = try (0..<8).map {
        try SecretChild("child-\($0)", folder: folder, rounds: rounds)
      }
      // This one writes, too.
      for round in 1...rounds {
        try await folder.store().write(Sensitive([UInt8(round)]), for: secretKey("own-\(round)"))
      }
      for child in children { #expect(child.end() == rounds) }
      let store = try folder.store()
      for child in children {
        let value = try await store.read(secretKey(child.name)).value
        #expect(SecretChild.round(value) == rounds)
      }
      for round in 1...rounds {
        let value = try await store.read(secretKey("own-\(round)")).value
        #expect(value == [UInt8(round)])
      }
    }

    @Test func `kill -9 leaves each secret whole, and loses no write that had returned`()
      async throws
    {
      let folder = try StoreFolder()
      let random = SeededRandom(seed: 9)
      let store = try folder.store()
      try await store.write(Sensitive([1, 2, 3]), for: secretKey("bystander"))
      var returned: [String: Int] = [:]
      var killed = 0
      while killed < Self.kills {
        // Several at once: starting one takes longer than what it is started for.
        let children = try (0..<8).map {
          try SecretChild("child-\($0)", folder: folder, rounds: 100_000)
        }
        for child in children {
          let heard = child.ready()
          usleep(UInt32(random.integer(in: 0...20_000)))
          let last = try #require(child.kill(heard: heard))
          returned[child.name] = last
          killed += 1
          let round = SecretChild.round(try await store.read(secretKey(child.name)).value)
          // The write after it may have been done, and not yet have returned.
          #expect(round == last || round == last + 1)
        }
        let bystander = try await folder.store().read(secretKey("bystander")).value
        #expect(bystander == [1, 2, 3])
      }
      #expect(returned.count == 8)
      try await store.write(Sensitive([4]), for: secretKey("bystander"))
      #expect(try folder.names() == ["secrets", "secrets.lock"])
    }
  }
#endif
