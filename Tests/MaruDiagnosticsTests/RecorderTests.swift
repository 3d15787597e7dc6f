import Foundation
import MaruContract
import MaruDiagnostics
import MaruHTTP
import MaruSystem
import Testing

/// A network that gives answers by a list, in order.
private final class ListedAnswers: Transport {
  enum Answer: Sendable {
    case whole(Int, [(HeaderName, String)], String)
    case failure(TransportFailure.Kind)
  }
  private let answers: Locked<[Answer]>

  init(_ answers: [Answer]) { self.answers = Locked(answers) }

  func perform<Value: Sendable>(
    _ request: TransportRequest, body: RequestBody, limits: TransportLimits,
    receive: (TransportResponse, any TransportBody) async throws -> Value
  ) async throws -> Value {
    let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    switch answer {
    case .whole(let status, let fields, let text):
      var headers = HeaderFields()
      for (name, value) in fields { try headers.append(value, for: name) }
      let response = TransportResponse(status: status, headers: headers)
      return try await receive(response, TextBody(text))
    case .failure(let kind): throw TransportFailure(kind, arrival: .possible, reason: "x")
    case nil: throw CancellationError()
    }
  }

  func shutdown(_ mode: ShutdownMode) async {}
}

private final class TextBody: TransportBody {
  private let rest: Locked<[UInt8]>

  init(_ text: String) { rest = Locked(Array(text.utf8)) }

  func next(into buffer: inout [UInt8]) async throws -> Bool {
    let piece = rest.withLock { rest in
      let piece = Array(rest.prefix(7))
      rest.removeFirst(piece.count)
      return piece
    }
    buffer += piece
    return !piece.isEmpty
  }

  var expectedLength: Int? { nil }
  var metrics: AttemptMetrics { AttemptMetrics() }
}

/// A clock that moves on by ten milliseconds with each look.
private final class StepClock: MonotonicClock, WallClock {
  private let steps = Locked(Int64(0))

  func now() -> MonotonicInstant {
    MonotonicInstant(
      nanoseconds: steps.withLock {
        $0 += 10_000_000; return $0
      })
  }

  func now() -> Date {
    let nanoseconds = steps.withLock { $0 }
    return Date(timeIntervalSince1970: Double(TrafficScript.nine) + Double(nanoseconds) / 1e9)
  }

  func sleep(until deadline: MonotonicInstant) async throws {}
}

private struct OneNumber: RandomSource {
  func next() -> UInt64 { 4_711 }
}

struct `A recorder` {
  private func recorder(
    _ limits: RecordingLimits = RecordingLimits(), folder: String? = nil
  ) -> ExchangeRecorder {
    let clock = StepClock()
    return ExchangeRecorder(
      client: .urlSession, limits: limits, folder: folder, clock: clock, wallClock: clock,
      random: OneNumber())
  }

  private func call(
    _ transport: RecordingTransport, _ method: RequestMethod, _ url: String,
    fields: [(HeaderName, String)] = [], body: RequestBody = .none
  ) async throws -> String {
    var headers = HeaderFields()
    for (name, value) in fields { try headers.append(value, for: name) }
    let request = TransportRequest(
      method: method, url: try RequestURL(url), headers: headers, isRepeatable: true)
    let limits = TransportLimits(attempt: .seconds(30))
    return try await transport.perform(request, body: body, limits: limits) { _, body in
      String(decoding: try await body.collect(upTo: 100_000), as: UTF8.self)
    }
  }

  private func body(_ text: String) throws -> RequestBody {
    .bytes(Array(text.utf8), as: try #require(MediaType("application/x-www-form-urlencoded")))
  }

  /// A refresh that does not help, twice: what a client without a limit of retries does.
  private func loop(_ recorder: ExchangeRecorder) async throws {
    var answers: [ListedAnswers.Answer] = []
    for turn in 0..<4 {
      answers.append(.whole(401, [(.wwwAuthenticate, "Bearer")], "{\"error\":\"not_owner\"}"))
      answers.append(
        .whole(
          200, [(.contentType, "application/json"), (.cacheControl, "no-store")],
          "{\"access_token\":\"top-secret-\(turn + 1)\",\"refresh_token\":\"very-secret-\(turn + 1)\"}"
        ))
    }
    let transport = recorder.watching(ListedAnswers(answers))
    for turn in 0..<4 {
      let text = try await call(
        transport, .get, "https://api.wren.test/team",
        fields: [(.authorization, "Bearer top-secret-\(turn)")])
      #expect(text.contains("not_owner"))
      _ = try await call(
        transport, .post, "https://api.wren.test/token",
        body: try body("grant_type=refresh_token&refresh_token=very-secret-\(turn)"))
    }
  }

  @Test func `records what can be diagnosed, and none of its secrets`() async throws {
    let recorder = recorder()
    try await loop(recorder)
    let har = await recorder.har()
    let text = String(decoding: har, as: UTF8.self)
    #expect(!text.contains("secret-"))
    let capture = try Capture(har)
    #expect(capture.exchanges.count == 8)
    #expect(capture.quality.cut == nil)
    let rules = Diagnosis(of: capture).causes.map(\.rule)
    #expect(rules.first == "auth.refresh-loop")
  }

  @Test func `keeps failures by name, and hands them on unchanged`() async throws {
    let recorder = recorder()
    let transport = recorder.watching(ListedAnswers([.failure(.tlsFailed), .failure(.timedOut)]))
    for kind in [TransportFailure.Kind.tlsFailed, .timedOut] {
      let error = await #expect(throws: TransportFailure.self) {
        _ = try await call(transport, .get, "https://api.wren.test/")
      }
      #expect(error?.kind == kind)
    }
    await #expect(throws: CancellationError.self) {
      _ = try await call(transport, .get, "https://api.wren.test/")
    }
    let rules = Diagnosis(of: try Capture(await recorder.har())).findings.map(\.rule)
    #expect(Set(rules) == ["net.tls-handshake-failed", "net.timeout"])
  }

  @Test func `notes why a call was sent again`() async throws {
    let recorder = recorder()
    let id = try RequestID("call-1")
    func hear(_ step: CallEvent.Step) {
      recorder.observe(
        CallEvent(
          call: 9, requestID: id, endpoint: "GET /", time: MonotonicInstant(nanoseconds: 0),
          step: step))
    }
    let transport = recorder.watching(ListedAnswers([.whole(503, [], ""), .whole(200, [], "")]))
    hear(.attemptStarted(1))
    _ = try await call(transport, .get, "https://a.wren.test/", fields: [(.requestID, "call-1")])
    hear(.waiting(.seconds(1), reason: .retryAfter))
    hear(.attemptStarted(2))
    _ = try await call(transport, .get, "https://a.wren.test/", fields: [(.requestID, "call-1")])
    hear(.ended(.succeeded(status: 200), attempts: 2))
    let text = String(decoding: await recorder.har(), as: UTF8.self)
    #expect(text.contains("\"call\":9,\"attempt\":1}"))
    #expect(text.contains("\"call\":9,\"attempt\":2,\"reason\":\"retryAfter\"}"))
  }

  @Test func `keeps so many exchanges and bytes, and no more`() async throws {
    var limits = RecordingLimits()
    limits.exchanges = 5
    let recorder = recorder(limits)
    let transport = recorder.watching(
      ListedAnswers((0..<20).map { .whole(200, [], "{\"n\":\($0)}") }))
    for number in 0..<20 { _ = try await call(transport, .get, "https://a.wren.test/n\(number)") }
    let capture = try Capture(await recorder.har())
    #expect(capture.exchanges.map(\.label) == ["e16", "e17", "e18", "e19", "e20"])
    limits.bytes = 1
    let small = self.recorder(limits)
    _ = try await call(
      small.watching(ListedAnswers([.whole(200, [], "")])), .get, "https://a.wren.test/")
    #expect(try Capture(await small.har()).exchanges.isEmpty)
  }

  @Test func `writes files that a crash leaves readable, and keeps the last`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "maru-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(at: folder) }
    var limits = RecordingLimits()
    limits.fileBytes = 3_000
    limits.files = 2
    let recorder = recorder(limits, folder: folder.path())
    let transport = recorder.watching(
      ListedAnswers((0..<30).map { .whole(200, [], "{\"n\":\($0)}") }))
    for number in 0..<30 { _ = try await call(transport, .get, "https://a.wren.test/n\(number)") }
    #expect(await recorder.diskFailure() == nil)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path()).sorted()
    #expect(names.count == 2)
    // Nobody has said that it is over: the last file has no end, as after a crash.
    let last = try #require(names.max { $0.count == $1.count ? $0 < $1 : $0.count < $1.count })
    let bytes = Array(try Data(contentsOf: folder.appending(path: last)))
    let capture = try Capture(bytes)
    #expect(capture.quality.cut?.problem == .ended)
    #expect(capture.exchanges.last?.label == "e30")
    #expect(try Capture(Array(bytes.dropLast(20))).exchanges.count == capture.exchanges.count - 1)
    await recorder.finish()
    let whole = try Capture(contentsOf: folder.appending(path: last).path())
    #expect(whole.quality.cut == nil && whole.exchanges.count == capture.exchanges.count)
  }

  @Test func `goes on in memory if the folder can't be written to`() async throws {
    let recorder = recorder(folder: "/nowhere/at/all")
    let transport = recorder.watching(ListedAnswers([.whole(200, [], "{}")]))
    _ = try await call(transport, .get, "https://a.wren.test/")
    #expect(await recorder.diskFailure() != nil)
    #expect(try Capture(await recorder.har()).exchanges.count == 1)
  }

  @Test(.enabled("the public patterns are not at hand") { DoctorVectors.isHere })
  func `writes nothing that the public patterns take for a secret`() async throws {
    let recorder = recorder()
    let planted = [
      "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "AKIAIOSFODNN7EXAMPLX",
      "xoxb-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx",
      "sk_live_4eC39HqLyjWDarjtT1zdp7dc",
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
    ]
    let transport = recorder.watching(
      ListedAnswers(
        planted.map {
          .whole(
            200, [(.location, "https://a.wren.test/?k=\($0)")],
            "{\"token\":\"\($0)\",\"note\":\"\($0)\"}")
        }))
    for secret in planted {
      _ = try await call(
        transport, .post, "https://a.wren.test/\(secret)?key=\(secret)",
        fields: [
          (.authorization, "token \(secret)"), (.cookie, "k=\(secret)"), ("X-Note", secret),
        ],
        body: try body("secret=\(secret)&x=\(secret)"))
    }
    let text = String(decoding: await recorder.har(), as: UTF8.self)
    for secret in planted { #expect(!text.contains(secret)) }
    #expect(`The public patterns of secrets`.found(in: [text]).matches.isEmpty)
    #expect(!`The public patterns of secrets`.found(in: planted).matches.isEmpty)
  }
}
