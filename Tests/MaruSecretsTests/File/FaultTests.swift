import Foundation
import MaruContract
import MaruSecrets
import MaruSystem
import Testing

/// A write that fails, or whose process is killed, at any step.
@Suite struct FaultTests {
  /// All steps of a write of two pieces and a bit.
  static let steps: [SecretFileDisk.Step] = [
    .removeOld, .create, .write(0), .write(4_096), .write(8_192), .sync, .rename, .syncFolder,
  ]
  static let old = [UInt8](repeating: 1, count: 8_192)
  static let new = [UInt8](repeating: 2, count: 8_190)

  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func breaking(_ fault: SecretFileDisk.Fault, at broken: SecretFileDisk.Step) throws
    -> EncryptedFileStore
  {
    try folder.store(disk: SecretFileDisk { $0 == broken ? fault : nil })
  }

  @Test func `these are the steps`() async throws {
    let seen = Locked<[SecretFileDisk.Step]>([])
    let store = try folder.store(
      disk: SecretFileDisk { step in
        seen.withLock { $0.append(step) }
        return nil
      })
    try await store.write(Sensitive(Self.old), for: secretKey("token"))
    #expect(seen.withLock { $0 } == Self.steps)
  }

  @Test(arguments: steps)
  func `a process that is killed leaves the old value or the new one`(
    step: SecretFileDisk.Step
  ) async throws {
    let key = secretKey("token")
    for isFirst in [true, false] {
      let store = try folder.store()
      if !isFirst { try await store.write(Sensitive(Self.old), for: key) }
      try await folder.store().write(Sensitive([3]), for: secretKey("other"))
      let dying = try breaking(.dies, at: step)
      let failed = await code { () throws(SecretStoreError) in
        try await dying.write(Sensitive(Self.new), for: key)
      }
      #expect(failed == .failed)
      // By then the file has its name.
      let expected = step == .syncFolder ? Self.new : isFirst ? nil : Self.old
      for reader in [store, try folder.store()] {
        let found = try await reader.readIfPresent(key)?.value
        let isRight = found == expected
        #expect(isRight)
        let other = try await reader.read(secretKey("other")).value
        #expect(other == [3])
      }
      // What was left lying about is no hindrance, and goes.
      try await store.write(Sensitive([4]), for: key)
      #expect(try await folder.store().read(key).value == [4])
      #expect(try folder.names() == ["secrets", "secrets.lock"])
      try await store.delete(key)
    }
  }

  @Test(arguments: steps)
  func `a full or broken disk is told, and the old value stays`(
    step: SecretFileDisk.Step
  ) async throws {
    let key = secretKey("token")
    for (failure, expected) in [(.full, .full), (.broken, .failed)]
      as [(SystemFile.Failure, SecretStoreError.Code)]
    {
      try await folder.store().write(Sensitive(Self.old), for: key)
      let store = try breaking(.fails(failure), at: step)
      let found = await code { () throws(SecretStoreError) in
        try await store.write(Sensitive(Self.new), for: key)
      }
      // The file is in place by the last step.
      #expect(found == (step == .syncFolder ? nil : expected))
      let value = try await store.read(key).value
      let isRight = value == (step == .syncFolder ? Self.new : Self.old)
      #expect(isRight)
      #expect(try folder.names() == ["secrets", "secrets.lock"])
    }
  }

  #if os(Linux)
    @Test func `a disk without room is told, and the old value stays`() async throws {
      // In a process of its own: the limit belongs to all of one.
      await #expect(processExitsWith: .success) {
        signal(SIGXFSZ, SIG_IGN)
        let folder = try StoreFolder()
        let key = secretKey("token")
        try await folder.store().write(Sensitive([1]), for: key)
        var limit = rlimit(rlim_cur: 4_096, rlim_max: rlim_t.max)
        try #require(setrlimit(.init(RLIMIT_FSIZE.rawValue), &limit) == 0)
        let found = await code { () throws(SecretStoreError) in
          try await folder.store().write(Sensitive(FaultTests.new), for: key)
        }
        #expect(found == .full)
        let value = try await folder.store().read(key).value
        #expect(value == [1])
        #expect(try folder.names() == ["secrets", "secrets.lock"])
      }
    }
  #endif

  // MARK: The lock

  @Test func `a lock that another holds is waited for, and not for ever`() async throws {
    let key = secretKey("token")
    try await folder.store().write(Sensitive([1]), for: key)
    var settings = EncryptedFileStore.Settings(
      path: folder.file, purpose: "test", missingFile: .startsEmpty)
    settings.lockPatience = .milliseconds(20)
    let store = try EncryptedFileStore(settings, key: folder.key)
    let place = try PrivateFolder.open(folder.path)
    let held = try place.lock("secrets.lock", patience: .zero)
    try #require(held != nil)
    let found = await code { () throws(SecretStoreError) in
      try await store.write(Sensitive([2]), for: key)
    }
    #expect(found == .unavailable)
    // Readers wait for nobody.
    let value = try await store.read(key).value
    #expect(value == [1])
    withExtendedLifetime(held) {}
  }

  @Test func `a lock that is let go lets the next write in`() async throws {
    let key = secretKey("token")
    let place = try PrivateFolder.open(folder.path)
    let held = Locked(try place.lock("secrets.lock", patience: .zero))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<5 as Range<UInt8> {
        group.addTask {
          try await folder.store().write(Sensitive([number]), for: secretKey("\(number)"))
        }
      }
      #expect(try await folder.store().readIfPresent(key) == nil)
      held.withLock { $0 = nil }
      try await group.waitForAll()
    }
    for number in 0..<5 as Range<UInt8> {
      let value = try await folder.store().read(secretKey("\(number)")).value
      #expect(value == [number])
    }
  }

  @Test func `a lock whose file was taken away is no lock`() throws {
    let place = try PrivateFolder.open(folder.path)
    let first = try place.lock("secrets.lock", patience: .zero)
    try #require(first != nil)
    #expect(try place.lock("secrets.lock", patience: .milliseconds(2)) == nil)
    try place.remove("secrets.lock")
    // Whoever locks the name now has a file of its own, and keeps others out as well.
    let second = try place.lock("secrets.lock", patience: .milliseconds(50))
    try #require(second != nil)
    #expect(try place.lock("secrets.lock", patience: .milliseconds(2)) == nil)
    withExtendedLifetime((first, second)) {}
  }
}
