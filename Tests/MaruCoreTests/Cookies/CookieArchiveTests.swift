import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

@Suite struct `An archive of cookies` {
  private struct FixedClock: WallClock {
    var offset = 0.0
    func now() -> Date { Date(timeIntervalSince1970: 1_767_225_600 + offset) }
  }

  private static let server = "https://api.example.com/"

  private func store(
    _ count: Int, bytes: Int = 10, tag: String = "v", session: Int = 0, offset: Double = 0
  ) throws -> CookieStore {
    let store = CookieStore(wallClock: FixedClock(offset: offset))
    let end = FixedClock().now().addingTimeInterval(1_000)
    let cookies = try (0..<count + session).map { number in
      try Cookie(
        name: "c\(number)", value: CookieValue(tag + String(repeating: "x", count: bytes)),
        domain: "api.example.com", isHostOnly: true, expires: number < count ? end : nil,
        isSecure: number % 2 == 0, isHTTPOnly: number % 3 == 0,
        sameSite: [nil, .lax, .strict][number % 3])
    }
    store.insert(cookies, for: try RequestURL(Self.server))
    return store
  }

  private func archive(_ secrets: FlakySecrets) throws -> CookieArchive {
    try CookieArchive(in: secrets, namespace: SecretNamespace("test"))
  }

  private func restored(_ secrets: FlakySecrets) async throws -> [Cookie]? {
    let store = try store(0)
    let count = try await archive(secrets).restore(into: store)
    return count == nil ? nil : store.cookies
  }

  @Test(arguments: [(1, 0), (3, 10), (40, 4_000), (50, 4_090)])
  func `gives back what was saved, in any number of pieces`(count: Int, bytes: Int) async throws {
    let secrets = FlakySecrets()
    let store = try store(count, bytes: bytes)
    try await archive(secrets).save(store)
    #expect(try await restored(secrets) == store.cookies)
    #expect(secrets.contents.values.allSatisfy { $0.count <= SecretLimits.maximumBytes })
  }

  @Test func `has nothing before the first save, and nothing after an empty one`() async throws {
    let secrets = FlakySecrets()
    #expect(try await restored(secrets) == nil)
    try await archive(secrets).save(try store(40, bytes: 4_000))
    try await archive(secrets).save(try store(0))
    #expect(secrets.keys == [])
    #expect(try await restored(secrets) == nil)
  }

  @Test func `leaves out what ends with the session, unless it is asked to keep it`() async throws {
    let secrets = FlakySecrets()
    let store = try store(2, session: 2)
    try await archive(secrets).save(store)
    #expect(try await restored(secrets)?.map(\.name) == ["c0", "c1"])
    try await archive(secrets).save(store, withSession: true)
    #expect(try await restored(secrets) == store.cookies)
  }

  @Test func `leaves out what has ended by then`() async throws {
    let secrets = FlakySecrets()
    try await archive(secrets).save(try store(2))
    let later = try store(0, offset: 1_000)
    #expect(try await archive(secrets).restore(into: later) == 2)
    #expect(later.cookies == [])
  }

  @Test func `gives way to what the store has by now`() async throws {
    let secrets = FlakySecrets()
    try await archive(secrets).save(try store(2, tag: "old"))
    let store = try store(1, tag: "new")
    try await archive(secrets).restore(into: store)
    #expect(store.cookies.map { $0.value.text.prefix(3) } == ["new", "old"])
  }

  /// Ends the process behind each single step of a save.
  @Test(arguments: [(1, 40), (40, 1), (12, 40), (40, 12)])
  func `is the old one or the new one wherever a save ends`(before: Int, after: Int) async throws {
    let old = try store(before, bytes: 4_000, tag: "o")
    let new = try store(after, bytes: 4_000, tag: "n")
    let probe = FlakySecrets()
    try await archive(probe).save(old)
    let first = probe.changes
    try await archive(probe).save(new)
    let steps = probe.changes - first
    #expect(steps > 3)
    for step in 0..<steps {
      let secrets = FlakySecrets()
      try await archive(secrets).save(old)
      secrets.fail(after: step)
      await #expect(throws: SecretStoreError.self) { try await archive(secrets).save(new) }
      secrets.fail(after: .max)
      let found = try await restored(secrets)
      #expect(found == old.cookies || found == new.cookies, "after \(step) steps")
      // And nothing is left of it afterwards, neither by the next save nor by erasing.
      try await archive(secrets).save(try store(1))
      #expect(secrets.keys.count == 2, "after \(step) steps")
      try await archive(secrets).erase()
      #expect(secrets.keys == [], "after \(step) steps")
    }
  }

  @Test func `is erased wherever an earlier erasing or first save ended`() async throws {
    for step in 0..<30 {
      let secrets = FlakySecrets()
      secrets.fail(after: step)
      try? await archive(secrets).save(try store(40, bytes: 4_000))
      secrets.fail(after: step)
      try? await archive(secrets).erase()
      secrets.fail(after: .max)
      try await archive(secrets).erase()
      #expect(secrets.keys == [], "after \(step) steps")
    }
  }

  @Test func `refuses more than 256 KiB before it writes`() async throws {
    let secrets = FlakySecrets()
    let store = CookieStore(wallClock: FixedClock())
    for host in 0..<4 {
      let cookies = try (0..<50).map {
        try Cookie(
          name: "c\($0)", value: CookieValue(String(repeating: "x", count: 4_000)),
          domain: "h\(host).example.com", isHostOnly: true, isSecure: true, isHTTPOnly: true)
      }
      store.insert(cookies, for: try RequestURL("https://h\(host).example.com/"))
    }
    let failure = await #expect(throws: SecretStoreError.self) {
      try await archive(secrets).save(store, withSession: true)
    }
    #expect(failure?.code == .tooLarge)
    #expect(secrets.changes == 0)
  }

  /// Changes one byte, or takes one piece away, wherever that can be.
  @Test func `that was damaged is an error, and never a crash, half a store or an empty one`()
    async throws
  {
    let secrets = FlakySecrets()
    let saved = try store(6, bytes: 4_000)
    try await archive(secrets).save(saved)
    let whole = secrets.contents
    var random = SplitMix64(seed: 5)
    for round in 0..<400 {
      var contents = whole
      let keys = contents.keys.sorted { $0.name < $1.name }
      let key = keys[Int.random(in: keys.indices, using: &random)]
      let count = contents[key]?.count ?? 0
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        contents[key] = Array(
          contents[key]?.dropLast(Int.random(in: 1...count, using: &random)) ?? [])
      case 1 where key.name != "cookies": contents[key] = nil
      case 2: contents[key] = Array(random.hostileText(upTo: 40).utf8)
      default:
        contents[key]?[Int.random(in: 0..<count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      secrets.contents = contents
      let store = try store(1, tag: "mine")
      let mine = store.cookies
      do {
        _ = try await archive(secrets).restore(into: store)
        // A change of the head that leaves its meaning is none.
        let expected = try self.store(0)
        secrets.contents = whole
        try await archive(secrets).restore(into: expected)
        #expect(store.cookies.count == expected.cookies.count, "in round \(round)")
      } catch let error as SecretStoreError {
        #expect(error.code == .damaged, "in round \(round)")
        #expect(!"\(error)".contains("xxx"))
        #expect(store.cookies == mine, "in round \(round)")
      }
      secrets.contents = contents
      try await archive(secrets).erase()
      #expect(secrets.keys == [], "in round \(round)")
    }
  }

  @Test func `of a later version is an error and stays`() async throws {
    let secrets = FlakySecrets()
    try await archive(secrets).save(try store(1))
    let key = try SecretKey("cookies", in: SecretNamespace("test"))
    let head = String(decoding: secrets.contents[key] ?? [], as: UTF8.self)
    secrets.contents[key] = Array(head.replacing(#""version":1"#, with: #""version":2"#).utf8)
    let before = secrets.contents
    let failure = await #expect(throws: SecretStoreError.self) { _ = try await restored(secrets) }
    #expect(failure?.code == .damaged)
    #expect(failure?.reason == "expected cookies of version 1, found 2")
    #expect(secrets.contents == before)
  }

  @Test func `says that it is locked, and not that there is nothing`() async throws {
    struct Locked: SecretStore {
      func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
        throw SecretStoreError(.locked, reason: "it is locked")
      }
      func write(
        _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
      ) async throws(SecretStoreError) {}
      func delete(_ key: SecretKey) async throws(SecretStoreError) {}
      func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {}
    }
    let archive = try CookieArchive(in: Locked(), namespace: SecretNamespace("test"))
    let store = try store(1)
    for _ in 0..<2 {
      let failure = await #expect(throws: SecretStoreError.self) {
        try await archive.restore(into: store)
      }
      #expect(failure?.code == .locked)
    }
  }

  @Test func `takes a name that a secret can have`() throws {
    let secrets = FlakySecrets()
    #expect(throws: InvalidIdentifier.self) {
      try CookieArchive(in: secrets, namespace: SecretNamespace("test"), name: "a b")
    }
    #expect(throws: InvalidIdentifier.self) {
      try CookieArchive(
        in: secrets, namespace: SecretNamespace("test"),
        name: String(repeating: "n", count: 255))
    }
  }
}
