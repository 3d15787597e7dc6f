#if os(Linux)
  import MaruContract
  import MaruCurl
  import Testing

  @Suite struct CurlEndingTests {
    /// libcurl-errors(3): code, what it means to us.
    @Test(
      arguments: [
        (6, .unreachable), (7, .unreachable), (28, .timedOut), (35, .tlsFailed), (77, .tlsFailed),
        (62, .tlsHostMismatch), (90, .tlsPinMismatch), (1, .malformedResponse),
        (8, .malformedResponse), (61, .malformedResponse), (27, .headersTooLarge),
        (52, .connectionLost), (56, .connectionLost), (18, .connectionLost), (16, .connectionLost),
        (92, .connectionLost), (55, .connectionLost), (65, .connectionLost), (4, .unsupported),
      ] as [(Int32, TransportFailure.Kind)])
    func `a result code means one kind of failure`(_ code: Int32, _ kind: TransportFailure.Kind) {
      let failure = CurlEnding(code, wasSent: true).failure
      #expect(failure?.kind == kind)
      #expect(failure?.arrival == .possible)
      #expect(CurlEnding(code, wasSent: false).failure?.arrival == .impossible)
    }

    /// openssl/x509_vfy.h: X509_V_ERR_….
    @Test(
      arguments: [
        (0, .tlsHostMismatch), (1, .tlsHostMismatch), (62, .tlsHostMismatch), (9, .tlsExpired),
        (10, .tlsExpired),
        (18, .tlsUntrusted), (19, .tlsUntrusted), (20, .tlsUntrusted), (21, .tlsUntrusted),
        (23, .tlsFailed),
      ] as [(Int, TransportFailure.Kind)])
    func `a verdict on a certificate means one kind of failure`(
      _ verdict: Int, _ kind: TransportFailure.Kind
    ) {
      var ending = CurlEnding(60, wasSent: false)
      ending.verifyResult = verdict
      #expect(ending.failure?.kind == kind)
    }

    @Test func `success needs a whole head`() {
      #expect(
        CurlEnding(0, wasSent: true, headHasBegun: true, headIsWhole: true).failure == nil)
      #expect(
        CurlEnding(0, wasSent: true, headHasBegun: true).failure?.kind == .connectionLost)
    }

    @Test func `a connection that ends as soon as it is there is lost, not refused`() {
      var ending = CurlEnding(7, wasSent: false)
      ending.wasConnected = true
      #expect(ending.failure?.kind == .connectionLost)
      #expect(ending.failure?.arrival == .impossible)
    }

    @Test func `a second sending and a refused address go before the code`() {
      var again = CurlEnding(42, wasSent: true)
      again.wouldSendAgain = true
      #expect(again.failure?.kind == .connectionLost)
      #expect(again.failure?.arrival == .possible)
      var elsewhere = CurlEnding(7, wasSent: false)
      elsewhere.addressWasRefused = true
      #expect(elsewhere.failure?.kind == .blockedByPolicy)
      #expect(elsewhere.failure?.arrival == .impossible)
    }
  }

  @Suite struct CurlVersionTests {
    @Test(
      arguments: [
        (0x07_5200, true), (0x07_5300, false), (0x07_5801, false), (0x08_0100, false),
        (0x08_0101, true), (0x08_0500, true),
      ] as [(UInt32, Bool)])
    func `a version may keep handles or must not`(_ number: UInt32, _ reuses: Bool) {
      #expect(CurlVersion(number).reusesHandles == reuses)
    }

    @Test(
      arguments: [
        (0x07_5000, false, true), (0x07_5400, false, false), (0x07_5801, true, true),
        (0x08_0500, true, true), (0x08_1000, true, false), (0x08_1100, true, false),
        (0x08_1200, true, true),
      ] as [(UInt32, Bool, Bool)])
    func `a version is known by its number`(_ number: UInt32, _ text: Bool, _ http2: Bool) {
      #expect(CurlVersion(number).takesProtocolsAsText == text)
      #expect(CurlVersion(number).holdsBackHTTP2 == http2)
    }
  }

  @Suite struct CurlDeadlineTests {
    private let second: Int64 = 1_000_000_000
    private let deadline = CurlDeadline(
      TransportLimits(
        attempt: .seconds(10), connect: .seconds(2), firstByte: .seconds(3), idle: .seconds(1)))

    private func judge(
      at now: Int64, _ change: (inout CurlDeadline.Progress) -> Void = { _ in }
    ) -> (reached: CurlDeadline.Limit?, next: Int64) {
      var progress = CurlDeadline.Progress(started: second)
      change(&progress)
      return deadline.judge(progress, now: now * second)
    }

    @Test func `waiting for a connection of another is no connecting`() {
      #expect(judge(at: 10).reached == nil)
      #expect(judge(at: 11).reached == .attempt)
      #expect(judge(at: 4) { $0.connectStarted = 2 * second }.reached == .connect)
      #expect(judge(at: 3) { $0.connectStarted = 2 * second }.reached == nil)
    }

    @Test func `the first byte is awaited from the request's last on`() {
      let sending: (inout CurlDeadline.Progress) -> Void = { $0.sent = 2 * second }
      #expect(judge(at: 9, sending).reached == nil)
      #expect(
        judge(at: 5) {
          $0.sent = second; $0.requestEnded = 2 * second
        }.reached == .firstByte)
      #expect(
        judge(at: 5) {
          $0.sent = second
          $0.requestEnded = 2 * second
          $0.headHasBegun = true
        }.reached == nil)
    }

    @Test func `a slow reader is not the server's idleness`() {
      #expect(
        judge(at: 5) {
          $0.sent = second; $0.headHasBegun = true; $0.lastPiece = 4 * second
        }.reached
          == .idle)
      #expect(
        judge(at: 5) {
          $0.sent = second
          $0.headHasBegun = true
          $0.lastPiece = 2 * second
          $0.isHeldBack = true
        }.reached == nil)
    }

    @Test func `the next look is never behind the next limit`() {
      #expect(judge(at: 1).next == 2 * second)
      #expect(judge(at: 10).next == 11 * second)
      let endless = CurlDeadline(
        TransportLimits(attempt: .seconds(Int64.max), connect: .seconds(9)))
      var progress = CurlDeadline.Progress(started: second)
      progress.sent = second
      #expect(endless.judge(progress, now: second) == (nil, .max))
    }
  }
#endif
