import Foundation
import MaruSystem
import Testing

@Suite struct `A file of the system` {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "maru-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path() }
  private func tidy() { try? FileManager.default.removeItem(at: folder) }

  @Test func `is open for one at a time, and free again when it is closed`() throws {
    defer { tidy() }
    var first: SystemFile? = try SystemFile.openAlone(path("a"))
    try first?.write([1, 2, 3], at: 0)
    #expect(throws: SystemFile.Failure.self) { try SystemFile.openAlone(path("a")) }
    first = nil
    #expect(try SystemFile.openAlone(path("a")).size == 3)
  }

  /// A child process that is being started has copies of all descriptors until it runs its program;
  /// a copy made here is the same to the system.
  @Test func `is free again although a child process has a copy of its descriptor`() throws {
    defer { tidy() }
    var first: SystemFile? = try SystemFile.openAlone(path("a"))
    let copy = try #require(copyOfDescriptor(of: path("a")))
    defer { close(copy) }
    #expect(throws: SystemFile.Failure.self) { try SystemFile.openAlone(path("a")) }
    withExtendedLifetime(first) {}
    first = nil
    #expect(try SystemFile.openAlone(path("a")).size == 0)
  }

  private func copyOfDescriptor(of path: String) -> Int32? {
    var named = stat()
    guard lstat(path, &named) == 0 else { return nil }
    return (0..<Int32(4_096)).first { descriptor in
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_ino == named.st_ino
        && status.st_dev == named.st_dev
    }.map { dup($0) }
  }

  @Test func `can be read by its user only`() throws {
    defer { tidy() }
    _ = try SystemFile.openAlone(path("a"))
    try SystemFile.write([1], to: path("b"))
    for name in ["a", "b"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test func `is written where it was told, and cut`() throws {
    defer { tidy() }
    let file = try SystemFile.openAlone(path("a"))
    try file.write([1, 2, 3, 4], at: 0)
    try file.write([9, 9], at: 2)
    try file.sync()
    #expect(SystemFile.read(path("a"), upTo: 10) == [1, 2, 9, 9])
    try file.truncate(to: 1)
    #expect(SystemFile.read(path("a"), upTo: 10) == [1])
    #expect(SystemFile.read(path("a"), upTo: 0) == nil)
    #expect(SystemFile.read(path("none"), upTo: 10) == nil)
  }

  @Test func `is renamed over another, or not if that is to stay`() throws {
    defer { tidy() }
    for (name, byte) in [("a", 1), ("b", 2)] { try SystemFile.write([UInt8(byte)], to: path(name)) }
    #expect(throws: SystemFile.Failure.exists) {
      try SystemFile.renameIfFree(path("a"), to: path("b"))
    }
    #expect(SystemFile.read(path("b"), upTo: 1) == [2])
    try SystemFile.rename(path("a"), to: path("b"))
    #expect(SystemFile.read(path("b"), upTo: 1) == [1])
    try SystemFile.renameIfFree(path("b"), to: path("c"))
    #expect(SystemFile.kind(of: path("b")) == .nothing)
    #expect(SystemFile.kind(of: path("c")) == .file)
    #expect(SystemFile.kind(of: folder.path()) == .folder)
    try SystemFile.remove(path("c"))
    try SystemFile.remove(path("c"))
    SystemFile.syncFolder(folder.path())
  }

  @Test func `the machine's run has a name that stays`() {
    defer { tidy() }
    #expect(SystemBoot.id == SystemBoot.id)
    #if os(Linux)
      #expect(SystemBoot.id?.utf8.count == 36)
    #endif
  }

  @Test func `work that blocks runs elsewhere and is waited for`() async {
    defer { tidy() }
    let hasRun = Locked(false)
    await BlockingWork.run { hasRun.withLock { $0 = true } }
    #expect(hasRun.withLock { $0 })
    await withTaskGroup(of: Void.self) { group in
      // More at once than Swift's pool has threads.
      for _ in 0..<32 { group.addTask { await BlockingWork.run { usleep(20_000) } } }
    }
  }
}
