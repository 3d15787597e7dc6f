import Foundation
import MaruContract
import MaruSecrets
import MaruSystem
import Testing

/// A store that can be locked, or end the process in the middle: what follows is not done.
private final class LockableStore: SecretStore {
  private let memory = MemorySecretStore()
  private let failing = Locked<Set<String>>([])

  /// Deleting these namespaces fails.
  func fail(_ namespaces: Set<String>) { failing.withLock { $0 = namespaces } }

  func read(_ key: SecretKey) async throws(SecretStoreError) -> Sensitive<[UInt8]> {
    try await memory.read(key)
  }
  func write(
    _ value: Sensitive<[UInt8]>, for key: SecretKey, accessibility: SecretAccessibility
  ) async throws(SecretStoreError) {
    try await memory.write(value, for: key, accessibility: accessibility)
  }
  func delete(_ key: SecretKey) async throws(SecretStoreError) { try await memory.delete(key) }
  func deleteAll(in namespace: SecretNamespace) async throws(SecretStoreError) {
    if failing.withLock({ $0.contains(namespace.rawValue) }) {
      throw SecretStoreError(.locked, reason: "locked by a test")
    }
    try await memory.deleteAll(in: namespace)
  }
}

@Suite struct `The first run of an installation` {
  private let store = LockableStore()
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "maru-first-run-\(UUID().uuidString)", directoryHint: .isDirectory)
  private let mine: [SecretKey]
  private let other: SecretKey

  init() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    mine = try ["one", "two"].map { try SecretKey("token", in: SecretNamespace($0)) }
    other = try SecretKey("token", in: SecretNamespace("other"))
    for key in mine + [other] { try await store.write(Sensitive([1]), for: key) }
  }

  private var marker: String { folder.path(percentEncoded: false) + "installation" }

  private func firstRun() -> FirstRun {
    FirstRun(marker: marker, namespaces: mine.map(\.namespace), store: store)
  }

  private func check(
    available: Bool = true, hasRunBefore: Bool = false
  ) async throws -> FirstRun.Outcome {
    try await firstRun().check(isProtectedDataAvailable: available, hasRunBefore: hasRunBefore)
  }

  /// How many of our secrets there are.
  private func left() async throws -> Int {
    var count = 0
    for key in mine where try await store.readIfPresent(key) != nil { count += 1 }
    return count
  }

  private func clean() { try? FileManager.default.removeItem(at: folder) }

  @Test func `deletes what an earlier installation left, once`() async throws {
    defer { clean() }
    #expect(try await check() == .newInstallation)
    #expect(try await left() == 0)
    #expect(try await store.readIfPresent(other) != nil)
    for key in mine { try await store.write(Sensitive([2]), for: key) }
    for hasRunBefore in [false, true] {
      #expect(try await check(hasRunBefore: hasRunBefore) == .sameInstallation)
    }
    #expect(try await left() == 2)
  }

  @Test func `deletes nothing before protected data are available`() async throws {
    defer { clean() }
    for hasRunBefore in [false, true] {
      #expect(try await check(available: false, hasRunBefore: hasRunBefore) == .notKnown)
    }
    #expect(try await left() == 2)
    // Nothing was remembered either.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    #expect(try await check() == .newInstallation)
  }

  @Test func `keeps what a version without a marker wrote`() async throws {
    defer { clean() }
    #expect(try await check(hasRunBefore: true) == .adopted)
    #expect(try await left() == 2)
    #expect(try await check() == .sameInstallation)
  }

  @Test func `goes on with deleting that was interrupted`() async throws {
    defer { clean() }
    store.fail(["two"])
    await #expect(throws: SecretStoreError(.locked, reason: "")) { try await check() }
    #expect(try await left() == 1)
    #expect(try await check(available: false) == .notKnown)
    store.fail([])
    // Also if the app now believes that it has run before: it has.
    #expect(try await check(hasRunBefore: true) == .newInstallation)
    #expect(try await left() == 0)
  }

  @Test func `deletes nothing if it could not remember that`() async throws {
    clean()
    await #expect(throws: SecretStoreError(.failed, reason: "")) { try await check() }
    #expect(try await left() == 2)
  }

  @Test func `deletes nothing for a marker that it can't read`() async throws {
    defer { clean() }
    for content in [Data(), Data("something".utf8), Data(repeating: 7, count: 100_000)] {
      try content.write(to: URL(filePath: marker))
      #expect(try await check() == .sameInstallation)
    }
    try FileManager.default.removeItem(atPath: marker)
    try FileManager.default.createDirectory(atPath: marker, withIntermediateDirectories: false)
    #expect(try await check() == .sameInstallation)
    try FileManager.default.removeItem(atPath: marker)
    try FileManager.default.createSymbolicLink(
      atPath: marker, withDestinationPath: folder.path + "/nothing")
    #expect(try await check() == .sameInstallation)
    #expect(try await left() == 2)
  }

  @Test func `is decided in one way for everything that can be seen`() {
    defer { clean() }
    typealias Judgement = InstallationJudgement
    for hasRunBefore in [false, true] {
      for marker in [Judgement.Marker.missing, .unfinished, .there] {
        let before = Judgement(
          isProtectedDataAvailable: false, hasRunBefore: hasRunBefore, marker: marker)
        #expect(before == .wait)
        let after = Judgement(
          isProtectedDataAvailable: true, hasRunBefore: hasRunBefore, marker: marker)
        let expected: Judgement =
          switch marker {
          case .there: .keep
          case .unfinished: .wipe
          case .missing: hasRunBefore ? .adopt : .wipe
          }
        #expect(after == expected)
      }
    }
  }

  @Test func `takes a path that can't be looked at for one that may be there`() {
    defer { clean() }
    #expect(SystemFile.isMissing(marker))
    // No name can be that long, so nobody can say what is there.
    #expect(!SystemFile.isMissing(folder.path + "/" + String(repeating: "a", count: 300)))
  }
}
