import GatewayHTTP
import Testing

/// The gate by itself; what it refuses is tabled with a real server in `StrictnessTests`.
@Suite struct RequestGateTests {
  static let get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n"
  static let post = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello"
  static let chunked =
    "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    + "5\r\nhello\r\nA\r\n0123456789\r\n0\r\n\r\n"
  static let smuggled =
    "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\nhello"
  static let brokenChunk =
    "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhelloXX0\r\n\r\n"

  @Test(arguments: [get, post, chunked, smuggled, brokenChunk])
  func `the verdict is the same wherever the bytes are split`(_ request: String) {
    let bytes = Array(request.utf8)
    let whole = GateRun(pieces: [bytes]).outcome
    for first in 1..<bytes.count {
      let halves = [Array(bytes[..<first]), Array(bytes[first...])]
      #expect(GateRun(pieces: halves).outcome == whole, "split at \(first)")
    }
    #expect(GateRun(pieces: bytes.map { [$0] }).outcome == whole, "byte by byte")
  }

  @Test func `one request is passed, and what follows waits`() {
    let outcome = GateRun(pieces: [Array((Self.post + Self.get).utf8)]).outcome
    #expect(outcome == .pass(bytes: Self.post.utf8.count))
  }

  @Test func `a chunked request ends where its last chunk ends`() {
    let outcome = GateRun(pieces: [Array((Self.chunked + Self.get).utf8)]).outcome
    #expect(outcome == .pass(bytes: Self.chunked.utf8.count))
  }

  @Test func `a head is refused as soon as it is over the limit, without waiting for its end`() {
    var limits = RequestLimits()
    limits.headBytes = 64
    let endless = Array(("GET /a HTTP/1.1\r\nX: " + String(repeating: "x", count: 64)).utf8)
    #expect(GateRun(limits: limits, pieces: [endless]).outcome == .refuse(.headTooLarge))
  }

  @Test func `a body over the limit is refused before it arrives`() {
    var limits = RequestLimits()
    limits.bodyBytes = 4
    let head = Array("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n".utf8)
    #expect(
      GateRun(limits: limits, pieces: [head]).outcome == .refuse(.bodyTooLarge(limit: 4)))
  }

  @Test func `chunks are counted together against the limit`() {
    var limits = RequestLimits()
    limits.bodyBytes = 14
    #expect(
      GateRun(limits: limits, pieces: [Array(Self.chunked.utf8)]).outcome
        == .refuse(.bodyTooLarge(limit: 14)))
  }

  @Test func `a client that asks whether to go on is told so once, and not if it went on already`()
  {
    let head = "POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n"
    #expect(GateRun(pieces: [Array(head.utf8)]).continues == 1)
    #expect(GateRun(pieces: [Array(head.utf8), Array("he".utf8)]).continues == 1)
    #expect(GateRun(pieces: [Array((head + "he").utf8)]).continues == 0)
  }

  /// Where a second layer behind the gate would refuse too, and hide that the gate does not.
  @Test(arguments: [
    "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length : 5\r\n\r\nhello",
    "GET /a HTTP/1.1\r\nHost: a\r\nX : b\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nX: a\u{0}b\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\n X: b\r\n\r\n",
  ])
  func `the gate by itself refuses what is malformed`(_ request: String) {
    guard case .refuse(.malformed) = GateRun(pieces: [Array(request.utf8)]).outcome else {
      Issue.record("passed")
      return
    }
  }

  @Test func `no input makes the gate trap or pass what it has not got`() {
    var generator = SystemRandomNumberGenerator()
    let seeds = [Self.get, Self.post, Self.chunked].map { Array($0.utf8) }
    for _ in 0..<2000 {
      var bytes = seeds.randomElement(using: &generator) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      if case .pass(let count) = GateRun(pieces: [bytes]).outcome {
        #expect(count <= bytes.count)
      }
    }
  }
}

/// Feeds a gate as a connection does.
struct GateRun {
  private(set) var outcome = RequestGate.Step.wait(sendContinue: false)
  private(set) var continues = 0

  init(limits: RequestLimits = RequestLimits(), pieces: [[UInt8]]) {
    var gate = RequestGate(limits: limits)
    var buffer: [UInt8] = []
    for piece in pieces {
      buffer += piece
      repeat {
        let wanted = gate.wanted(of: buffer.count)
        outcome = gate.advance(total: buffer.count, bytes: buffer.span.extracting(wanted))
        guard case .wait(let sendContinue) = outcome else { return }
        if sendContinue { continues += 1 }
      } while gate.hasMoreToSee(of: buffer.count)
    }
  }
}
