import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

/// What becomes of files: those that were there, those that are half done, those of others.
@Suite struct `A download's file` {
  let bytes = `A download`.bytes

  private func cutThenWhole(
    _ folder: ScratchFolder, first: String?, second: String?, path: String = "/files/7",
    boot: String = "boot-1", variant: String? = nil, key: String? = nil
  ) throws -> OneDownload {
    let one = try OneDownload(
      [ServerAct.cutFile(bytes, after: 300)], folder: folder, credentials: AccountKey(first)
    ) { $0.retry = .never }
    var file = OneDownload.file
    if key != nil { file.headers = [try EndpointHeader("X-Api-Key", "one", isSecret: true)] }
    #expect(try one.failure(file, .keeping)?.code == .connectionLost)
    var disk = Disk.inline
    disk.bootID = { boot }
    let two = try OneDownload(
      [ServerAct.part(bytes, from: 300), ServerAct.response(200, body: bytes)], folder: folder,
      credentials: AccountKey(second), disk: disk)
    var endpoint = Endpoint<Data>.get(EndpointPath(stringLiteral: path), as: .bytes)
    if let variant {
      endpoint.headers = [try EndpointHeader("X-Format", variant, isSecret: false)]
    }
    if let key { endpoint.headers = [try EndpointHeader("X-Api-Key", key, isSecret: true)] }
    _ = try two.result(endpoint, .keeping)
    return two
  }

  @Test func `goes on in a later call of the same account`() throws {
    let folder = try ScratchFolder()
    let two = try cutThenWhole(folder, first: "anna", second: "anna")
    #expect(two.ranges == ["bytes=300-"])
    #expect(folder.bytes() == bytes)
    #expect(folder.names == ["보고서.bin"])
  }

  @Test func `never goes on for another account, or for one that has no name`() throws {
    for (first, second) in [("anna", "bob"), (nil, nil), ("anna", nil), (nil, "anna")] {
      let two = try cutThenWhole(try ScratchFolder(), first: first, second: second)
      #expect(two.ranges.first == .some(nil), "\(first ?? "nobody") to \(second ?? "nobody")")
    }
  }

  @Test func `never goes on with another resource or another variant of it`() throws {
    for (path, variant) in [("/files/8", nil), ("/files/7", "csv")] {
      let two = try cutThenWhole(
        try ScratchFolder(), first: "anna", second: "anna", path: path, variant: variant)
      #expect(two.ranges.first == .some(nil))
    }
  }

  @Test func `never goes on where a secret field tells who is asking`() throws {
    let folder = try ScratchFolder()
    let two = try cutThenWhole(folder, first: "anna", second: "anna", key: "two")
    #expect(two.ranges.first == .some(nil))
  }

  @Test func `never goes on after the machine was started again`() throws {
    let two = try cutThenWhole(
      try ScratchFolder(), first: "anna", second: "anna", boot: "boot-2")
    #expect(two.ranges.first == .some(nil))
  }

  @Test func `that was whole when the process was killed is asked for its last byte`() throws {
    let folder = try ScratchFolder()
    let steps = Locked(0)
    var disk = Disk.inline
    disk.fault = { step in
      steps.withLock { $0 += step == .sync ? 1 : 0 }
      return steps.withLock { $0 > 0 } ? .broken : nil
    }
    let fields: [(HeaderName, String)] = [(.eTag, "\"v1\"")]
    let one = try OneDownload(
      [ServerAct.response(200, fields, body: bytes)], folder: folder, disk: disk)
    #expect(try one.failure()?.code == .storageFailed)
    #expect(folder.names == ["보고서.bin.partial", "보고서.bin.partial.source"])
    let two = try OneDownload([ServerAct.part(bytes, from: 999)], folder: folder)
    _ = try two.result().get()
    #expect(two.ranges == ["bytes=999-"])
    #expect(folder.bytes() == bytes)
  }

  @Test func `that is there is replaced or kept, as was asked`() throws {
    let folder = try ScratchFolder()
    try folder.put([1, 2, 3])
    let kept = try OneDownload([ServerAct.response(200, body: bytes)], folder: folder)
    let failure = try #require(try kept.failure(OneDownload.file, .init(existing: .kept)))
    #expect(failure.code == .storageFailed && failure.stage == .storing)
    #expect(failure.reason == "there is a file of that name")
    #expect(kept.transport.performCount == 0)
    #expect(folder.bytes() == [1, 2, 3] && folder.names == ["보고서.bin"])
    _ = try kept.result(OneDownload.file, .init(existing: .replaced)).get()
    #expect(folder.bytes() == bytes)
  }

  @Test func `that appears meanwhile is kept if it is to be`() throws {
    let folder = try ScratchFolder()
    let one = try OneDownload(world: SimulatedWorld(seed: 1), folder: folder) { [bytes] _ in
      try? folder.put([9])
      return ServerAct.response(200, body: bytes)
    }
    #expect(try one.failure(OneDownload.file, .init(existing: .kept))?.code == .storageFailed)
    #expect(folder.bytes() == [9] && folder.names == ["보고서.bin"])
  }

  @Test func `is left alone by a full disk`() throws {
    for (step, word) in [(Disk.Step.write(1_000), "full"), (.sync, "full"), (.rename, "full")] {
      let folder = try ScratchFolder()
      try folder.put([1, 2, 3])
      var disk = Disk.inline
      disk.fault = { $0 == step ? .full : nil }
      let one = try OneDownload(
        [ServerAct.response(200, body: bytes)], folder: folder, disk: disk)
      let failure = try #require(try one.failure())
      #expect(failure.code == .storageFailed && failure.stage == .storing)
      #expect(failure.reason.contains(word))
      #expect(folder.bytes() == [1, 2, 3] && folder.names == ["보고서.bin"])
    }
  }

  @Test func `has a folder that is there and can be written to`() throws {
    let one = try OneDownload([ServerAct.response(200, body: bytes)])
    let folder = one.folder.url
    for (place, reason) in [
      (folder.appending(path: "none/x"), "there is no such folder"),
      (folder, "there is a folder of that name"),
      (URL(string: "https://api.example.com/x")!, "the destination is not a file's address"),
      (URL(filePath: "/proc/x"), "the folder can't be written to"),
    ] {
      let caught = Locked<CallError?>(nil)
      try one.world.run {
        do {
          _ = try await one.client.download(
            OneDownload.file, to: place, options: .init(existing: .replaced))
        } catch let error as CallError { caught.withLock { $0 = error } }
      }
      let error = try #require(caught.withLock { $0 })
      #expect(error.code == .storageFailed && error.stage == .storing)
      if place.path().hasPrefix("/proc") == false { #expect(error.reason == reason) }
      #expect(!"\(error)".contains("maru-"), "a path is told")
    }
    #expect(one.transport.performCount == 0)
  }

  @Test func `is written by one download at a time`() throws {
    let one = try OneDownload([
      [.head(status: 200, fields: HeaderFields()), .pause(.seconds(2)), .body(bytes), .end]
    ])
    let codes = Locked<[CallError.Code]>([])
    try one.world.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            do { _ = try await one.fetch() } catch let error as CallError {
              codes.withLock { $0.append(error.code) }
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(codes.withLock { $0 } == [.storageFailed])
    #expect(one.folder.bytes() == bytes)
  }

  @Test(arguments: [false, true])
  func `half done is kept by a cancelled call only if that was asked`(keeps: Bool) throws {
    let one = try OneDownload([
      [
        ServerAct.response(200, [(.eTag, "\"v1\"")], body: bytes)[0], .body(Array(bytes[..<400])),
        .hold,
      ]
    ])
    let isCancelled = Locked(false)
    let options = keeps ? DownloadOptions.keeping : DownloadOptions(existing: .replaced)
    try one.world.run {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          do { _ = try await one.fetch(OneDownload.file, options) } catch is CancellationError {
            isCancelled.withLock { $0 = true }
          }
        }
        try await one.world.sleep(for: .seconds(1))
        group.cancelAll()
        try await group.waitForAll()
      }
    }
    #expect(isCancelled.withLock { $0 })
    #expect(one.world.clock.now().nanoseconds == 1_000_000_000)
    #expect(
      one.folder.names == (keeps ? ["보고서.bin.partial", "보고서.bin.partial.source"] : []))
    if keeps { #expect(one.folder.bytes("보고서.bin.partial")?.count == 400) }
  }

  @Test func `is not written through a link`() throws {
    let folder = try ScratchFolder()
    try folder.put([7], "victim")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "보고서.bin.partial"),
      withDestinationURL: folder.url.appending(path: "victim"))
    let one = try OneDownload([ServerAct.response(200, body: bytes)], folder: folder)
    #expect(try one.failure()?.reason == "the file's place is taken by a link")
    #expect(folder.bytes("victim") == [7])
  }

  @Test func `is not written to under its final name`() throws {
    let folder = try ScratchFolder()
    try folder.put([7])
    // As a process leaves it that is killed while it gives the file its name.
    try FileManager.default.linkItem(
      at: folder.destination, to: folder.url.appending(path: "보고서.bin.partial"))
    let one = try OneDownload([[.cut]], folder: folder) { $0.retry = .never }
    #expect(try one.failure()?.code == .connectionLost)
    #expect(folder.bytes() == [7] && folder.names == ["보고서.bin"])
  }

  @Test func `may have the longest name there is`() throws {
    let one = try OneDownload([ServerAct.response(200, body: bytes)])
    let name = String(repeating: "가", count: 85)
    try one.world.run {
      _ = try await one.client.download(
        OneDownload.file, to: one.folder.url.appending(path: name),
        options: .init(existing: .replaced))
    }
    #expect(one.folder.names == [name])
  }

  @Test func `takes its steps in the order that survives being killed between any two`() throws {
    let steps = Locked<[Disk.Step]>([])
    var disk = Disk.inline
    disk.fault = { step in
      steps.withLock { $0.append(step) }
      return nil
    }
    let left = Locked([ServerAct.cutFile(bytes, after: 300), ServerAct.part(bytes, from: 300)])
    let one = try OneDownload(world: SimulatedWorld(seed: 1), folder: ScratchFolder(), disk: disk) {
      _ in left.withLock { $0.removeFirst() }
    }
    _ = try one.result().get()
    #expect(
      steps.withLock { $0 } == [
        .open, .forget, .truncate, .record, .write(300), .truncate, .write(700), .sync, .rename,
        .remove,
      ])
  }

  @Test func `is flushed and renamed away from the task that reads`() throws {
    let (runs, left) = (Locked(0), Locked([ServerAct.response(200, body: bytes)]))
    var disk = Disk.inline
    disk.offPool = { work in
      runs.withLock { $0 += 1 }
      work()
    }
    let one = try OneDownload(world: SimulatedWorld(seed: 1), folder: ScratchFolder(), disk: disk) {
      _ in left.withLock { $0.removeFirst() }
    }
    _ = try one.result().get()
    #expect(runs.withLock { $0 } == 1)
  }
}
