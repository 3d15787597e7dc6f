import Foundation
import MaruContract
import MaruSecrets
import MaruSystem
import MaruTesting
import Testing

/// Who may get at the file, and what happens when it is not what it was.
@Suite struct SafetyTests {
  let folder: StoreFolder

  init() throws { folder = try StoreFolder() }

  private func write(_ value: [UInt8] = [1], _ name: String = "token") async throws {
    try await folder.store().write(Sensitive(value), for: secretKey(name))
  }

  private func codes(_ store: EncryptedFileStore) async -> [SecretStoreError.Code?] {
    let key = secretKey("token")
    return [
      await code { () throws(SecretStoreError) in _ = try await store.read(key) },
      await code { () throws(SecretStoreError) in try await store.write(Sensitive([2]), for: key) },
      await code { () throws(SecretStoreError) in try await store.delete(key) },
      await code { () throws(SecretStoreError) in
        try await store.deleteAll(in: key.namespace)
      },
    ]
  }

  // MARK: Others

  @Test func `only its user can read what it writes, whatever the process's mask`() async throws {
    // In a process of its own: the mask belongs to all of one.
    await #expect(processExitsWith: .success) {
      umask(0)
      let folder = try StoreFolder()
      for mask in [0o777, 0, 0o022] as [mode_t] {
        umask(mask)
        try await folder.store().write(Sensitive([1]), for: secretKey("token"))
        for name in try folder.names() {
          let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
          #expect(mode[.posixPermissions] as? Int == 0o600)
        }
      }
    }
  }

  @Test(arguments: [0o644, 0o640, 0o604, 0o620, 0o602, 0o610, 0o666])
  func `a file that others can get at is refused`(mode: Int) async throws {
    try await write()
    try folder.setMode(mode, of: folder.file)
    #expect(await codes(try folder.store()) == [.insecure, .insecure, .insecure, .insecure])
    try folder.setMode(0o600, of: folder.file)
    try await write()
  }

  @Test(arguments: [0o777, 0o770, 0o720, 0o702, 0o1777])
  func `a folder that others can write to is refused`(mode: Int) async throws {
    try await write()
    try folder.setMode(mode, of: folder.path)
    #expect(await codes(try folder.store()) == [.insecure, .insecure, .insecure, .insecure])
    try folder.setMode(0o755, of: folder.path)
    #expect(await codes(try folder.store()) == [nil, nil, nil, nil])
  }

  @Test func `a folder or a file of another user is refused`() async throws {
    try await write()
    // Only root can give something away.
    guard geteuid() == 0 else { return }
    try #require(chown(folder.file, 65_534, 65_534) == 0)
    #expect(await codes(try folder.store()) == [.insecure, .insecure, .insecure, .insecure])
    try #require(chown(folder.file, 0, 0) == 0)
    try #require(chown(folder.path, 65_534, 65_534) == 0)
    #expect(await codes(try folder.store()) == [.insecure, .insecure, .insecure, .insecure])
    try #require(chown(folder.path, 0, 0) == 0)
  }

  @Test func `no link is followed, and nothing behind one is touched`() async throws {
    try await write()
    let files = FileManager.default
    let target = folder.path + "/target"
    for name in ["secrets", "secrets.lock"] {
      let path = folder.path + "/" + name
      try files.moveItem(atPath: path, toPath: target)
      let before = try Data(contentsOf: URL(filePath: target))
      try files.createSymbolicLink(atPath: path, withDestinationPath: target)
      let codes = await codes(try folder.store())
      #expect(codes.dropFirst() == [.insecure, .insecure, .insecure])
      #expect(try Data(contentsOf: URL(filePath: target)) == before)
      try files.removeItem(atPath: path)
      try files.moveItem(atPath: target, toPath: path)
    }
    // What a write leaves behind for a moment is taken away first, link or not.
    _ = files.createFile(atPath: target, contents: Data([7]))
    try files.createSymbolicLink(atPath: folder.file + ".new", withDestinationPath: target)
    try await write([3])
    #expect(try Data(contentsOf: URL(filePath: target)) == Data([7]))
    #expect(try folder.names() == ["secrets", "secrets.lock", "target"])
    // A link in the folder's place.
    try files.createSymbolicLink(atPath: folder.path + "-link", withDestinationPath: folder.path)
    defer { try? files.removeItem(atPath: folder.path + "-link") }
    let linked = try EncryptedFileStore(
      .init(path: folder.path + "-link/secrets", purpose: "test", missingFile: .startsEmpty),
      key: folder.key)
    #expect(await codes(linked) == [.insecure, .insecure, .insecure, .insecure])
  }

  @Test func `a folder or a pipe in the file's place is refused at once`() async throws {
    try #require(mkfifo(folder.file, 0o600) == 0)
    #expect(await codes(try folder.store()) == [.insecure, .insecure, .insecure, .insecure])
    try FileManager.default.removeItem(atPath: folder.file)
    try FileManager.default.createDirectory(
      atPath: folder.file, withIntermediateDirectories: false)
    #expect(await codes(try folder.store()) == [.insecure, .insecure, .insecure, .insecure])
  }

  // MARK: What it was

  @Test func `what can not be read is never overwritten`() async throws {
    try await write()
    let good = try folder.bytes()
    let wrong = try SecretFileKey(Sensitive((1...32).map { UInt8($0) }))
    for (bytes, expected) in [
      ([], .damaged), (Array(good.dropLast()), .damaged), (FormatTests.ofVersion(9, good), .failed),
      (Array("something else".utf8), .damaged),
    ] as [([UInt8], SecretStoreError.Code)] {
      try folder.put(bytes)
      #expect(await codes(try folder.store()) == [expected, expected, expected, expected])
      #expect(try folder.bytes() == bytes)
    }
    try folder.put(good)
    for store in [try folder.store(key: wrong), try folder.store(purpose: "other")] {
      #expect(await codes(store) == [.wrongKey, .wrongKey, .wrongKey, .wrongKey])
      #expect(try folder.bytes() == good)
    }
  }

  @Test func `an older file that is put back is noticed by who has read a later one`() async throws
  {
    let store = try folder.store()
    try await write([1])
    let older = try folder.bytes()
    let other = try folder.store()
    try await write([2])
    #expect(await codes(store)[0] == nil)
    try folder.put(older)
    #expect(await codes(store) == [.damaged, .damaged, .damaged, .damaged])
    // Nobody can know who comes later, or has not looked.
    #expect(await codes(other)[0] == nil)
  }

  @Test func `a file that is gone is not an absent secret`() async throws {
    let store = try folder.store()
    try await write()
    #expect(await codes(store)[0] == nil)
    try await write()
    try FileManager.default.removeItem(atPath: folder.file)
    #expect(await codes(store) == [.damaged, .damaged, .damaged, .damaged])
    let strict = try folder.store(missingFile: .isUnavailable)
    #expect(
      await codes(strict) == [.unavailable, .unavailable, .unavailable, .unavailable])
    #expect(try folder.names() == ["secrets.lock"])
    #expect(await codes(try folder.store()) == [.notFound, nil, nil, nil])
    #expect(await codes(strict) == [.notFound, nil, nil, nil])
  }

  @Test func `deleting what is not there writes nothing`() async throws {
    let store = try folder.store()
    try await store.delete(secretKey("token"))
    #expect(!FileManager.default.fileExists(atPath: folder.file))
    try await write()
    let bytes = try folder.bytes()
    try await store.delete(secretKey("none"))
    try await store.deleteAll(in: secretKey("none", in: "none").namespace)
    #expect(try folder.bytes() == bytes)
  }

  @Test func `more than 16 MiB are refused, and what was there stays`() async throws {
    let count = 2_045
    var plain: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, UInt8(count >> 8), UInt8(count & 255)]
    let value = [UInt8](repeating: 7, count: 8_192)
    for number in 1_000..<1_000 + count {
      plain += [3, 4, 0x20, 0] + Array("app\(number)".utf8)
      plain += value
    }
    let records = try #require(SecretRecords(WipedBytes(plain)))
    try folder.put(
      SecretFileFormat.seal(
        records, key: folder.key.bytes, purpose: "test", salt: FormatTests.salt))
    let store = try folder.store()
    let more = await code { () throws(SecretStoreError) in
      try await store.write(Sensitive(value), for: secretKey("9999"))
    }
    #expect(more == .full)
    #expect(try await store.read(secretKey("1000")).value == value)
    try await store.delete(secretKey("1000"))
    try await store.write(Sensitive(value), for: secretKey("9999"))
    #expect(try folder.bytes().count <= SecretFileFormat.maximumBytes)
    try folder.put([UInt8](repeating: 1, count: SecretFileFormat.maximumBytes + 1))
    #expect(await codes(try folder.store())[0] == .damaged)
  }

  @Test func `a store shows nothing of where it is`() throws {
    let store = try folder.store()
    for form in printedForms(of: store) { #expect(!form.contains(folder.path)) }
    for form in printedForms(of: folder.key) { #expect(!form.contains("30, 31")) }
  }

  @Test(arguments: [
    "", "secrets", "/", "/a/", "/a/..", "/a\0b", "/" + String(repeating: "n", count: 251),
  ])
  func `a path that is not one of a file is refused`(path: String) {
    #expect(throws: SecretStoreError(.failed, reason: "")) {
      try EncryptedFileStore(
        .init(path: path, purpose: "test", missingFile: .startsEmpty), key: folder.key)
    }
  }
}
