import Foundation
import MaruContract
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

@Suite struct `A form with files` {
  /// Reads a body to its end, and the size of its largest piece.
  static func read(_ body: RequestBody) async throws -> (bytes: [UInt8], largest: Int) {
    guard case .stream(_, _, let open) = body.content else { return ([], 0) }
    let reader = try open()
    var bytes: [UInt8] = []
    var largest = 0
    var piece: [UInt8] = []
    while try await reader.next(into: &piece) {
      largest = max(largest, piece.count)
      bytes += piece
      piece.removeAll()
    }
    return (bytes, largest)
  }

  static func length(_ body: RequestBody) -> Int? {
    if case .stream(let length, _, _) = body.content { length } else { nil }
  }

  /// Chance that is known beforehand.
  final class Known: RandomSource {
    private let words: Locked<[UInt64]>
    init(_ words: [UInt64]) { self.words = Locked(words) }
    func next() -> UInt64 { words.withLock { $0.removeFirst() } }
  }

  @Test func `is laid out to the byte as RFC 7578 says`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("사진 1.txt", Array("hello".utf8))
    let withNote = true
    let body = try EndpointBody.multipart {
      MultipartPart.field("title", "장보기")
      if withNote { MultipartPart.bytes("note", Data([1, 2]), as: .bytes) }
      for number in 1...2 { MultipartPart.field("n\(number)", "\(number)") }
      MultipartPart.file("photo", file, as: .text)
    }.encode(random: Known([0xA, 0xB]))
    let line = "--maru-a000000000000000b000000000000000"
    let expected =
      "\(line)\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n장보기\r\n"
      + "\(line)\r\nContent-Disposition: form-data; name=\"note\"\r\n"
      + "Content-Type: application/octet-stream\r\n\r\n\u{1}\u{2}\r\n"
      + "\(line)\r\nContent-Disposition: form-data; name=\"n1\"\r\n\r\n1\r\n"
      + "\(line)\r\nContent-Disposition: form-data; name=\"n2\"\r\n\r\n2\r\n"
      + "\(line)\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"사진 1.txt\"\r\n"
      + "Content-Type: text/plain; charset=utf-8\r\n\r\nhello\r\n"
      + "\(line)--\r\n"
    let bytes = try await Self.read(body).bytes
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
    #expect(Self.length(body) == bytes.count)
    #expect(
      body.mediaType?.description
        == "multipart/form-data; boundary=maru-a000000000000000b000000000000000")
    #expect(body.isRestartable)
    #expect(try await Self.read(body).bytes == bytes, "the second reading")
  }

  @Test func `keeps names inside their quotes`() async throws {
    let body = try EndpointBody.multipart {
      MultipartPart.bytes(
        "a\"; x=\"y", Data(), fileName: "b\r\nX-Evil: 1\".txt", as: .bytes)
    }.encode(random: SeededRandom(seed: 1))
    let text = String(decoding: try await Self.read(body).bytes, as: UTF8.self)
    #expect(text.contains("name=\"a%22; x=%22y\"; filename=\"b%0D%0AX-Evil: 1%22.txt\"\r\n"))
  }

  @Test func `never has a boundary that is in its parts`() throws {
    let taken =
      "maru-1" + String(repeating: "0", count: 15) + "2" + String(repeating: "0", count: 15)
    for parts in [
      [MultipartPart.field("a", "x\(taken)y")],
      [MultipartPart.bytes("a", Data(("--" + taken).utf8), as: .bytes)],
      [MultipartPart.field(taken, "")],
      [MultipartPart.bytes("a", Data(), fileName: taken, as: .bytes)],
    ] {
      let body = try EndpointBody.multipart { parts }.encode(random: Known([1, 2, 3, 4]))
      #expect(body.mediaType?.description.hasSuffix("-30000000000000004000000000000000") == true)
    }
  }

  @Test func `without parts is only its end`() async throws {
    let body = try EndpointBody.multipart {}.encode(random: Known([1, 2]))
    let bytes = try await Self.read(body).bytes
    #expect(bytes.count == Self.length(body))
    #expect(String(decoding: bytes, as: UTF8.self).hasSuffix("0--\r\n"))
  }

  @Test func `is read in pieces, never whole`() async throws {
    let folder = try TemporaryFolder()
    let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = try folder.file("big", content)
    let body = try EndpointBody.multipart {
      MultipartPart.file("f", file, as: .bytes)
      MultipartPart.bytes("b", Data(content), as: .bytes)
    }.encode(random: SeededRandom(seed: 1))
    let (bytes, largest) = try await Self.read(body)
    #expect(largest <= 65_536)
    #expect(bytes.count == Self.length(body))
    #expect(Data(bytes).range(of: Data(content)) != nil)
  }

  @Test func `is refused if a file is not there or not a plain one`() throws {
    let folder = try TemporaryFolder()
    for file in [
      folder.url.appending(path: "none"), folder.url, URL(string: "https://x.example/")!,
    ] {
      #expect(throws: (any Error).self) {
        try EndpointBody.multipart { MultipartPart.file("f", file, as: .bytes) }
          .encode(random: SeededRandom(seed: 1))
      }
      #expect(throws: (any Error).self) {
        try EndpointBody.file(file, as: .bytes).encode(random: SeededRandom(seed: 1))
      }
    }
  }

  @Test func `shows nothing of its parts`() {
    let part = MultipartPart.field("PLANTED", "PLANTED")
    var text = "\(part) \(String(reflecting: part))"
    dump(part, to: &text)
    #expect(!text.contains("PLANTED"))
  }
}

@Suite struct `A file as a body` {
  typealias Form = `A form with files`

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
  func `is sent byte for byte, again and again`(size: Int) async throws {
    let folder = try TemporaryFolder()
    let content = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = try folder.file("f", content)
    let body = try EndpointBody.file(file, as: .bytes).encode(random: SeededRandom(seed: 1))
    #expect(Form.length(body) == size)
    for _ in 0..<2 { #expect(try await Form.read(body).bytes == content) }
  }

  enum Change: CaseIterable, Sendable { case size, date, gone, sameSize }

  @Test(arguments: Change.allCases)
  func `is not sent again once it has changed`(change: Change) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("f", [1, 2, 3])
    let body = try EndpointBody.file(file, as: .bytes).encode(random: SeededRandom(seed: 1))
    switch change {
    case .size: _ = try folder.file("f", [1, 2, 3, 4])
    case .gone: try FileManager.default.removeItem(at: file)
    case .date, .sameSize:
      if change == .sameSize { _ = try folder.file("f", [3, 2, 1]) }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: file.path())
    }
    await #expect(throws: (any Error).self) { try await Form.read(body) }
  }

  @Test func `fails at its end if it changes while it is read`() async throws {
    let folder = try TemporaryFolder()
    let content = [UInt8](repeating: 1, count: 200_000)
    let file = try folder.file("f", content)
    let body = try EndpointBody.file(file, as: .bytes).encode(random: SeededRandom(seed: 1))
    guard case .stream(_, _, let open) = body.content else { return }
    let reader = try open()
    var buffer: [UInt8] = []
    #expect(try await reader.next(into: &buffer))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000)], ofItemAtPath: file.path())
    await #expect(throws: (any Error).self) {
      while try await reader.next(into: &buffer) {}
    }
  }

  @Test func `tells each piece and ends at its exact length`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("f", [UInt8](repeating: 1, count: 150_000))
    let heard = Locked<[TransferProgress]>([])
    let body = try EndpointBody.file(file, as: .bytes)
      .reporting { progress in heard.withLock { $0.append(progress) } }
      .encode(random: SeededRandom(seed: 1))
    _ = try await Form.read(body.counted(as: 1))
    _ = try await Form.read(body.counted(as: 2))
    let reports = heard.withLock { $0 }
    #expect(reports.map(\.completed) == [0, 65_536, 131_072, 150_000, 0, 65_536, 131_072, 150_000])
    #expect(reports.map(\.attempt) == [1, 1, 1, 1, 2, 2, 2, 2])
    #expect(reports.allSatisfy { $0.total == 150_000 && $0.start == 0 })
    #expect(reports.last?.fraction == 1)
  }

  @Test func `progress of bytes and of nothing is exact as well`() async throws {
    let heard = Locked<[Int]>([])
    let report: ProgressReport = { progress in heard.withLock { $0.append(progress.completed) } }
    let bytes = try EndpointBody.bytes(Data(count: 70_000)).reporting(to: report)
      .encode(random: SeededRandom(seed: 1))
    #expect(try await Form.read(bytes.counted(as: 1)).bytes.count == 70_000)
    #expect(heard.withLock { $0 } == [0, 65_536, 70_000])
    let none = try EndpointBody.none.reporting(to: report).encode(random: SeededRandom(seed: 1))
    guard case .none = none.counted(as: 1).content else {
      Issue.record("no body became one")
      return
    }
  }
}
