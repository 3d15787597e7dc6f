#if os(Linux)
  import Foundation
  import Maru
  import MaruSystem
  import MaruTesting
  import Testing

  /// Files that do not fit in the memory they are allowed, over real sockets.
  @Suite(
    .serialized, .enabled(if: ChildTransfer.role == nil),
    .enabled(
      if: ProcessInfo.processInfo.environment["ASAN_OPTIONS"] == nil,
      "the address sanitizer keeps what is freed"))
  struct `A large file` {
    /// 64 MiB; with `MARU_LARGE_FILES` 1 GiB.
    static let size =
      ProcessInfo.processInfo.environment["MARU_LARGE_FILES"] == nil ? 64 << 20 : 1 << 30

    private let folder: URL

    init() throws {
      folder = FileManager.default.temporaryDirectory.appending(path: "maru-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private var file: URL { folder.appending(path: "file") }
    private func tidy() { try? FileManager.default.removeItem(at: folder) }
    private var size: Int { Self.size }

    @Test(.timeLimit(.minutes(5))) func `is downloaded in little memory with exact progress`()
      throws
    {
      defer { tidy() }
      let peer = try BreakingPeer.playing { request in
        guard request.target == "/file" else { return ServerAct.response(204) }
        var fields = HeaderFields()
        try? fields.append("\(Self.size)", for: .contentLength)
        return [.head(status: 200, fields: fields), .fill(Self.size), .end]
      }
      defer { peer.stop() }
      let report = try #require(
        try ChildTransfer(.download, port: peer.port, file: file).report())
      #expect(report.completed == size && report.total == size)
      #expect(report.grown < 12 << 20, "grew by \(report.grown) bytes")
      let attributes = try FileManager.default.attributesOfItem(
        atPath: file.path(percentEncoded: false))
      #expect(attributes[.size] as? Int == size)
      print("downloaded \(size) bytes, memory grew by \(report.grown)")
    }

    @Test(.timeLimit(.minutes(5))) func `is uploaded in little memory with exact progress`()
      throws
    {
      defer { tidy() }
      _ = FileManager.default.createFile(atPath: file.path(percentEncoded: false), contents: nil)
      let handle = try FileHandle(forWritingTo: file)
      // A file with nothing but a size takes no room on the disk.
      try handle.truncate(atOffset: UInt64(size))
      try handle.close()
      let peer = try BreakingPeer.playing { _ in ServerAct.response(204) }
      defer { peer.stop() }
      let report = try #require(try ChildTransfer(.upload, port: peer.port, file: file).report())
      #expect(report.completed == size && report.total == size)
      #expect(report.grown < 12 << 20, "grew by \(report.grown) bytes")
      let request = try #require(peer.requests.last)
      #expect(request.bodyLength == size && request.isBodyWhole)
      #expect(request.values(of: .contentLength) == ["\(size)"])
      print("uploaded \(size) bytes, memory grew by \(report.grown)")
    }

    /// 8 MiB in steps, with a version and ranges, so that there is time to be killed.
    private static let piece = (0..<251).map { UInt8($0) }
    private static let pieces = 33_421
    private static func script(_ request: PeerRequest) -> [WireAct] {
      guard request.target == "/file" else {
        return ServerAct.response(204).map { WireAct.act($0) }
      }
      let total = piece.count * pieces
      let first =
        request.values(of: "Range").first.flatMap { Int($0.dropFirst(6).dropLast()) } ?? 0
      let range = first > 0 ? "Content-Range: bytes \(first)-\(total - 1)/\(total)\r\n" : ""
      let head =
        "HTTP/1.1 \(first > 0 ? 206 : 200) X\r\nETag: \"v1\"\r\n\(range)"
        + "Content-Length: \(total - first)\r\n\r\n"
      var acts: [WireAct] = [.text(head), .bytes(Array(piece.dropFirst(first % piece.count)))]
      var left = pieces - 1 - first / piece.count
      while left > 0 {
        acts.append(.repeated(piece, times: min(left, 2_000)))
        acts.append(.act(.pause(.milliseconds(4))))
        left -= 2_000
      }
      return acts + [.act(.cut)]
    }

    @Test(.timeLimit(.minutes(5))) func `is whole or what it was, whenever the process is killed`()
      throws
    {
      defer { tidy() }
      let total = Self.piece.count * Self.pieces
      let whole = Array(repeatElement(Self.piece, count: Self.pieces).joined())
      let peer = try BreakingPeer { Self.script($0) }
      defer { peer.stop() }
      let old = Data("what was there".utf8)
      try old.write(to: file)
      var random = SplitMix64(seed: 5)
      for _ in 0..<8 {
        let child = try ChildTransfer(.download, port: peer.port, file: file)
        let (sent, asked) = (peer.bytesSent, peer.requests.count)
        // Before the first byte, in the middle, or close to the end and its flushing.
        let more = Int.random(in: 0...total, using: &random)
        _ = peer.waitUntil(within: .seconds(20)) { counts in
          counts.bytesSent > sent + more || counts.requests >= asked + 2 && counts.inFlight == 0
        }
        child.kill()
        let found = try Data(contentsOf: file)
        #expect(found == old || Array(found) == whole)
      }
      let report = try #require(
        try ChildTransfer(.download, port: peer.port, file: file).report())
      #expect(try Data(contentsOf: file) == Data(whole))
      #expect(report.completed == total)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
          == ["file"])
      #expect(peer.requests.contains { !$0.values(of: "Range").isEmpty }, "nothing was resumed")
    }
  }
#endif
