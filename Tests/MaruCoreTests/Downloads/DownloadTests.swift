import Foundation
import MaruContract
import MaruCore
import MaruHTTP
import MaruSystem
import MaruTesting
import Testing

@Suite struct `A download` {
  static let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
  static let other = (0..<900).map { UInt8(truncatingIfNeeded: $0 &* 3 &+ 1) }
  var bytes: [UInt8] { Self.bytes }

  @Test func `comes whole, with its name, its type and exact progress`() throws {
    let one = try OneDownload([
      ServerAct.response(
        200,
        [
          (.contentType, "application/pdf"), (.eTag, "\"v1\""),
          ("Content-Disposition", "attachment; filename*=utf-8''..%2F%EB%B3%B4.pdf"),
        ], body: bytes)
    ])
    let file = try one.result().get()
    #expect(one.folder.bytes() == bytes)
    #expect(one.folder.names == ["보고서.bin"])
    #expect(file.byteCount == 1_000 && file.resumedBytes == 0 && file.status == 200)
    #expect(file.suggestedName == "보.pdf")
    #expect(file.mediaType?.essence == "application/pdf")
    #expect(file.eTag?.value == "v1")
    let reports = one.progress.withLock { $0 }
    #expect(reports.first == TransferProgress(attempt: 1, completed: 0, total: 1_000))
    #expect(reports.last == TransferProgress(attempt: 1, completed: 1_000, total: 1_000))
    let request = try #require(one.transport.requests.first)
    #expect(request.headers[.acceptEncoding] == "identity")
    #expect(request.headers["Range"] == nil)
  }

  @Test func `of nothing is an empty file`() throws {
    let one = try OneDownload([ServerAct.response(200)])
    #expect(try one.result().get().byteCount == 0)
    #expect(one.folder.bytes() == [])
  }

  @Test func `goes on where it was cut`() throws {
    let one = try OneDownload([
      ServerAct.cutFile(bytes, after: 300), ServerAct.part(bytes, from: 300),
    ])
    let file = try one.result().get()
    #expect(one.folder.bytes() == bytes)
    #expect(one.ranges == [nil, "bytes=300-"])
    #expect(one.conditions == [nil, "\"v1\""])
    #expect(file.status == 206 && file.resumedBytes == 300)
    let reports = one.progress.withLock { $0 }
    #expect(
      reports.contains(TransferProgress(attempt: 2, start: 300, completed: 300, total: 1_000)))
    #expect(
      reports.last == TransferProgress(attempt: 2, start: 300, completed: 1_000, total: 1_000))
  }

  @Test func `goes on by a date that is a minute older than its answer`() throws {
    let old: [(HeaderName, String)] = [
      ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), (.date, "Sun, 06 Nov 1994 08:50:37 GMT"),
    ]
    let one = try OneDownload([
      ServerAct.cutFile(bytes, after: 300, old), ServerAct.part(bytes, from: 300, old),
    ])
    _ = try one.result().get()
    #expect(one.conditions == [nil, "Sun, 06 Nov 1994 08:49:37 GMT"])
    #expect(one.folder.bytes() == bytes)
  }

  static let unnamed: [[(HeaderName, String)]] = [
    [], [(.eTag, "W/\"v1\"")], [(.eTag, "v1")],
    [("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")],
    [
      ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"), (.date, "Sun, 06 Nov 1994 08:50:36 GMT"),
    ],
    [(.eTag, "\"v1\""), (.contentEncoding, "gzip")],
  ]

  @Test(arguments: unnamed.indices)
  func `starts over if its version has no name that can be relied on`(index: Int) throws {
    let fields = Self.unnamed[index]
    let one = try OneDownload([
      ServerAct.cutFile(bytes, after: 300, fields), ServerAct.response(200, fields, body: bytes),
    ])
    _ = try one.result().get()
    #expect(one.ranges == [nil, nil])
    #expect(one.folder.bytes() == bytes)
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var acts: [ServerAct]
    init(_ name: String, _ acts: [ServerAct]) {
      testDescription = name
      self.acts = acts
    }
  }

  static let misfits: [Answer] = [
    Answer("a part of another version", ServerAct.part(other, from: 300, [(.eTag, "\"v2\"")])),
    Answer("a part of a weak version", ServerAct.part(bytes, from: 300, [(.eTag, "W/\"v1\"")])),
    Answer("a part from elsewhere", ServerAct.part(bytes, from: 299)),
    Answer("a part of another size", ServerAct.part(other, from: 300)),
    Answer("no Content-Range", ServerAct.response(206, body: Array(bytes.dropFirst(300)))),
    Answer(
      "a Content-Range that is none",
      ServerAct.response(206, [("Content-Range", "bytes 300-")], body: Array(bytes.dropFirst(300)))),
    Answer(
      "less than the Content-Range says",
      ServerAct.response(
        206, [("Content-Range", "bytes 300-999/1000"), (.eTag, "\"v1\"")],
        body: Array(bytes[300..<900]))),
    Answer(
      "more than the Content-Range says",
      [
        .head(
          status: 206,
          fields: HeaderFields.of([("Content-Range", "bytes 300-999/1000"), (.eTag, "\"v1\"")])),
        .fill(701), .end,
      ]),
    Answer(
      "a compressed part",
      ServerAct.part(bytes, from: 300, [(.eTag, "\"v1\""), (.contentEncoding, "gzip")])),
    Answer("416", ServerAct.response(416, [("Content-Range", "bytes */100")])),
  ]

  @Test(arguments: misfits)
  func `asks for everything after a part that does not fit`(part: Answer) throws {
    let one = try OneDownload([
      ServerAct.cutFile(bytes, after: 300), part.acts,
      ServerAct.response(200, [(.eTag, "\"v2\"")], body: Self.other),
    ])
    _ = try one.result().get()
    #expect(one.ranges == [nil, "bytes=300-", nil])
    #expect(one.folder.bytes() == Self.other)
  }

  @Test func `goes on as often as it takes while each attempt brings enough`() throws {
    let step = CallMachine.gainThatCounts
    let large = (0..<step * 9).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    let scripts = (0..<8).map { number -> [ServerAct] in
      let first = number * step
      let whole =
        first == 0 ? ServerAct.cutFile(large, after: 0) : ServerAct.part(large, from: first)
      return [whole[0], .body(Array(large[first..<first + step])), .cut]
    }
    let one = try OneDownload(scripts + [ServerAct.part(large, from: 8 * step)])
    let file = try one.result().get()
    #expect(file.byteCount == large.count && one.transport.requests.count == 9)
    #expect(one.folder.bytes() == large)
  }

  @Test func `is given up after as many attempts as any call if they bring too little`() throws {
    let scripts = (0..<9).map { number -> [ServerAct] in
      let whole =
        number == 0
        ? ServerAct.cutFile(bytes, after: 0) : ServerAct.part(bytes, from: number * 100)
      return [whole[0], .body(Array(bytes[number * 100..<number * 100 + 100])), .cut]
    }
    let one = try OneDownload(scripts)
    #expect(try one.failure()?.code == .connectionLost)
    #expect(one.ranges == [nil, "bytes=100-", "bytes=200-"])
  }

  @Test func `takes the new version if the server sends it`() throws {
    let one = try OneDownload([
      ServerAct.cutFile(bytes, after: 300),
      ServerAct.response(200, [(.eTag, "\"v2\"")], body: Self.other),
    ])
    let file = try one.result().get()
    #expect(one.folder.bytes() == Self.other)
    #expect(file.resumedBytes == 0 && file.eTag?.value == "v2")
  }

  @Test func `fails if parts never fit, and leaves what was there`() throws {
    let folder = try ScratchFolder()
    try folder.put([1, 2, 3])
    let one = try OneDownload(
      [
        ServerAct.cutFile(bytes, after: 300), ServerAct.response(416),
        ServerAct.cutFile(bytes, after: 300), ServerAct.response(416),
      ], folder: folder)
    #expect(try one.failure()?.code == .malformedResponse)
    #expect(folder.bytes() == [1, 2, 3])
    #expect(folder.names == ["보고서.bin"])
  }

  @Test func `a part that nobody asked for is no file`() throws {
    let one = try OneDownload([ServerAct.part(bytes, from: 300)])
    #expect(try one.failure()?.code == .malformedResponse)
    #expect(one.folder.names.isEmpty)
  }

  static let refusals: [(acts: [ServerAct], code: CallError.Code)] = [
    (ServerAct.response(404), .notFound), (ServerAct.response(403), .forbidden),
    (ServerAct.response(204), .emptyBody), (ServerAct.response(500), .serverFailed),
    (ServerAct.json(Array("<p>".utf8), type: "text/html"), .unexpectedContent),
    (ServerAct.response(416), .invalidRequest), ([.cut], .connectionLost),
  ]

  @Test(arguments: refusals.indices)
  func `that is refused leaves no file`(index: Int) throws {
    let one = try OneDownload([Self.refusals[index].acts])
    let endpoint = Endpoint<Data>.get("/files/7", as: .bytes(of: [.bytes, .json]))
    #expect(try one.failure(endpoint)?.code == Self.refusals[index].code)
    #expect(one.folder.names.isEmpty)
  }

  @Test func `over its limit is refused, told beforehand or not`() throws {
    for acts in [
      ServerAct.response(200, [(.eTag, "\"v1\"")], body: bytes),
      [.head(status: 200, fields: HeaderFields()), .fill(101), .end],
    ] {
      let one = try OneDownload([acts])
      var options = DownloadOptions.keeping
      options.maximumBytes = 100
      #expect(try one.failure(OneDownload.file, options)?.code == .bodyTooLarge)
      #expect(one.folder.bytes() == nil)
    }
  }

  @Test func `waits for the next piece, not for the whole`() throws {
    let slow = (0..<60).flatMap { _ in [ServerAct.fill(10), .pause(.seconds(29))] }
    let one = try OneDownload([[.head(status: 200, fields: HeaderFields())] + slow + [.end]])
    #expect(try one.result().get().byteCount == 600)
    let silent = try OneDownload([
      [.head(status: 200, fields: HeaderFields()), .fill(10), .hold]
    ]) { $0.retry = .never }
    #expect(try silent.failure()?.code == .deadlineExceeded)
    #expect(silent.world.clock.now().nanoseconds == 30_000_000_000)
  }
}
